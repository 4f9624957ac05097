package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The URIs that {@code spine disk} prints are those that clients take. */
@Timeout(120)
class DiskUriTest {
    @TempDir
    private Path directory;

    private SpineProcess serve(Path socket) throws IOException {
        Path other = Files.write(directory.resolve("other"), new byte[8192]);
        return new SpineProcess("disk", directory.resolve("disk"), "--size", "1M", "--export", "50% & more? #1=" + other, "--nbd-socket",
            socket);
    }

    private static String uri(String line) {
        return line.substring(0, line.indexOf(' '));
    }

    @Test
    void whatAUriCannotHoldIsEscaped() throws IOException, InterruptedException {
        Path place = Files.createDirectory(directory.resolve("a place & more"));
        try (SpineProcess disk = serve(place.resolve("so%ck"))) {
            disk.awaitLine("disk?");
            String line = disk.awaitLine("50%");
            assertEquals("nbd+unix:///50%25%20%26%20more%3F%20%231?socket=" + directory + "/a%20place%20%26%20more/so%25ck", uri(line));
            assertTrue(line.contains(", 50% & more? #1, 8 KiB") || line.contains("  50% & more? #1, 8 KiB"), line);
            assertEquals(130, disk.interrupt());
        }
    }

    @Test
    @Tag("full")
    void nbdinfoTakesThem() throws IOException {
        Program.need("nbdinfo");
        try (SpineProcess disk = serve(directory.resolve("s %41"))) {
            disk.awaitLine("disk?");
            String output = Program.run(directory, "nbdinfo", uri(disk.awaitLine("50%"))).succeeded().output();
            assertTrue(output.contains("export-size: 8192"), output);
        }
    }
}
