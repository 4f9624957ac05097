package dev.spine.perf.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the socket is when nobody names it. */
class SocketPathTest {
    @TempDir
    private Path directory;

    private final Map<String, String> environment = new HashMap<>();

    private Path standard(Object home) {
        return SocketPath.standard(environment::get, home.toString(), "/tmp", "ann");
    }

    @Test
    void whatAPersonNamesComesFirst() {
        assertEquals(Path.of("x.sock"), SocketPath.find(Path.of("x.sock")));
    }

    @Test
    void variableComesBeforeDirectories() {
        environment.put(SocketPath.VARIABLE, "/run/spine.sock");
        environment.put("XDG_RUNTIME_DIR", directory.toString());
        assertEquals(Path.of("/run/spine.sock"), standard(directory));
    }

    @Test
    void runtimeDirectoryComesBeforeTheHomeDirectory() {
        environment.put("XDG_RUNTIME_DIR", directory.toString());
        assertEquals(directory.resolve("spine.sock"), standard("/home/ann"));
    }

    @Test
    void runtimeDirectoryThatIsNotThereIsPassedOver() throws IOException {
        Path home = Files.createDirectory(directory.resolve("home"));
        environment.put("XDG_RUNTIME_DIR", directory.resolve("gone").toString());
        assertEquals(home.resolve(".spine/spine.sock"), standard(home));
    }

    @Test
    void userWithoutAHomeHasADirectoryAmongTemporaryFiles() {
        assertEquals(Path.of("/tmp/spine-ann/spine.sock"), standard(directory.resolve("gone")));
        assertEquals(Path.of("/tmp/spine-ann/spine.sock"), standard(""));
    }
}
