package dev.spine.host.nbd;

import dev.spine.clients.NbdClientsSuite;
import dev.spine.clients.ServedDisks;
import java.io.IOException;
import java.nio.file.Path;

/** Clients that others wrote, and a server of devices in memory. */
class RealClientsTest extends NbdClientsSuite {
    @Override
    protected ServedDisks serve(Path directory) throws IOException {
        return new MemoryDisks(directory);
    }
}
