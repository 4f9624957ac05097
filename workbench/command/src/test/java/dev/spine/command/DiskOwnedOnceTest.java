package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An image has one writer on this host: what a second one would acknowledge, the first would overwrite. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // what is not refused serves forever
class DiskOwnedOnceTest {
    @TempDir
    private Path directory = Path.of(".");
    private Path image = directory;

    @BeforeEach
    void makeImage() throws Exception {
        image = Files.write(directory.resolve("disk.img"), new byte[1 << 20]);
    }

    private Path system(Path file) throws Exception {
        return Files.writeString(directory.resolve("system.toml"), """
            [[iop]]
            name = "store"
            [[iop.device]]
            kind = "disk"
            file = "%s"
            """.formatted(file));
    }

    private List<Object> disk(Path file, String socket) {
        return List.of("disk", file, "--nbd-socket", directory.resolve(socket));
    }

    private static void assertRefused(String part, List<Object> command) {
        String line = CommandRun.of(command.toArray()).refusal();
        assertTrue(line.contains(part) && line.contains("disk.img"), line);
    }

    @Test
    @Tag("full")
    void everyVerbRefusesAnImageThatAnotherProcessWritesAndNamesTheProcess() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link to disk.img"), image);
        Path hard = Files.createLink(directory.resolve("hard link to disk.img"), image);
        List<List<Object>> holders = List.of(disk(image, "first.sock"),
            List.of("run", system(image), "--socket", directory.resolve("first.control")),
            List.of("serve-iop", system(image), "--socket", directory.resolve("first.iop")));
        List<String> ready = List.of("nbd+unix:", "running; ", "is served at ");
        for (int i = 0; i < holders.size(); i++) {
            try (SpineProcess holder = new SpineProcess(holders.get(i).toArray())) {
                holder.awaitLine(ready.get(i));
                String by = "is locked by process " + holder.pid();
                for (Path name : List.of(image, link, hard)) {
                    assertRefused(by, disk(name, "second.sock"));
                    assertRefused(by, List.of("run", system(name), "--socket", directory.resolve("second.control")));
                    assertRefused(by, List.of("serve-iop", system(name), "--socket", directory.resolve("second.iop")));
                }
                try (SpineProcess reader = new SpineProcess("disk", "--system", system(link), "--read-only", "--nbd-socket",
                        directory.resolve("reader.sock"))) {
                    reader.awaitLine("nbd+unix:");
                }
                holder.signal("KILL");
                assertTrue(holder.awaitEnd(10_000));
            }
            try (SpineProcess next = new SpineProcess(disk(hard, "next.sock").toArray())) {
                next.awaitLine("nbd+unix:");
            }
        }
    }

    @Test
    void oneProcessServesAnImageOnceByWhateverNames() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link to disk.img"), image);
        Path hard = Files.createLink(directory.resolve("hard link to disk.img"), image);
        for (Path name : List.of(image, link, hard)) {
            assertRefused(name + " is a disk of this process already: name each file once",
                List.of("disk", image, "--export", "other=" + name, "--nbd-port", "0"));
        }
        // What was refused has let go of what it had.
        try (SpineProcess next = new SpineProcess(disk(image, "next.sock").toArray())) {
            next.awaitLine("nbd+unix:");
        }
    }
}
