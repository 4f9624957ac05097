package dev.spine.command;

import dev.spine.clients.NbdClientsSuite;
import dev.spine.clients.ServedDisks;
import java.io.IOException;
import java.nio.file.Path;

/** Clients that others wrote, and {@code spine disk} in a process of its own. */
class DiskClientsTest extends NbdClientsSuite {
    @Override
    protected ServedDisks serve(Path directory) throws IOException {
        return new DiskProcess(directory);
    }
}
