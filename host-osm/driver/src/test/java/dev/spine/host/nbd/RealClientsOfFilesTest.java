package dev.spine.host.nbd;

import dev.spine.clients.NbdClientsSuite;
import dev.spine.clients.ServedDisks;
import java.io.IOException;
import java.nio.file.Path;

/** Clients that others wrote, and the whole way of a request: server, Block OSM, an IOP's disk, a file. */
class RealClientsOfFilesTest extends NbdClientsSuite {
    @Override
    protected ServedDisks serve(Path directory) throws IOException {
        return new FileDisks(directory);
    }
}
