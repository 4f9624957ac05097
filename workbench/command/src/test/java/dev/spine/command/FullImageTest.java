package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.spine.clients.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Images of disks on a file system that runs full: clients are told, the person is told once, and what was acknowledged is there. */
@Timeout(120)
class FullImageTest {
    private static final int IMAGE_BYTES = 8 << 20;
    private static final int BLOCK = 4096;
    private static final String FULL = "No space left on device";

    @TempDir
    private Path directory;
    private Path small;
    private Path image;
    private boolean mounted;

    @BeforeEach
    void mount() throws IOException {
        small = Files.createDirectory(directory.resolve("small"));
        mounted = "root".equals(System.getProperty("user.name"))
            && Program.run(directory, "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", small.toString()).code() == 0;
        assumeTrue(mounted, "skipped: mounting a small file system takes root");
        image = small.resolve("disk.img");
    }

    @AfterEach
    void unmount() throws IOException {
        if (mounted) {
            Program.run(directory, "umount", small.toString()).succeeded();
        }
    }

    private String io(Path socket, String export, List<String> orders) throws IOException {
        List<String> command =
            new ArrayList<>(List.of("qemu-io", "-f", "raw", "-t", "none", "nbd+unix:///" + export + "?socket=" + socket));
        orders.forEach(order -> command.addAll(List.of("-c", order)));
        return Program.run(directory, command.toArray(String[]::new)).output();
    }

    private static int times(String text, String part) {
        return (text.length() - text.replace(part, "").length()) / part.length();
    }

    /** Writes more than there is room for; then the file has what was acknowledged. */
    private void fillAndCompare(SpineProcess process, Path socket, String export) throws IOException {
        List<String> orders = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            orders.add("write -q -P " + (i % 255 + 1) + " " + i * 16 * 1024 + " " + BLOCK);
            orders.add("length");
        }
        String[] answers = io(socket, export, orders).split("8 MiB\n");
        List<Integer> refused = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            if (!answers[i].isBlank()) {
                assertTrue(answers[i].contains(FULL), answers[i]);
                refused.add(i);
            }
        }
        assertTrue(refused.size() > 100 && refused.size() < 300, "1 MiB has room for less than 256 blocks, of 400: " + refused.size());
        byte[] content = Files.readAllBytes(image);
        for (int i = 0; i < 400; i++) {
            byte[] expected = new byte[BLOCK];
            if (!refused.contains(i)) {
                Arrays.fill(expected, (byte) (i % 255 + 1));
            }
            assertArrayEquals(expected, Arrays.copyOfRange(content, i * 16 * 1024, i * 16 * 1024 + BLOCK), "block " + i);
        }
        String more = io(socket, export, List.of("write -z 7M 512k", "read -P 0 7M 512k", "read -P 1 0 4k", "write -z -u 0 16k",
            "write -P 9 7M 4k", "read -P 9 7M 4k", "flush"));
        assertEquals(1, times(more, FULL), "zeros in blocks of their own have no room, all else has: " + more);
        assertEquals(-1, more.indexOf("erification failed"), more);
        assertEquals(1, process.lines().stream().filter(line -> line.contains("has no room left in " + image)).count(),
            () -> process.lines().toString());
    }

    @Test
    void diskSaysThatItIsFull() throws IOException, InterruptedException {
        Program.need("qemu-io");
        Path socket = directory.resolve("nbd");
        try (SpineProcess process = new SpineProcess("disk", image, "--size", IMAGE_BYTES, "--nbd-socket", socket)) {
            process.awaitLine("nbd+unix:");
            fillAndCompare(process, socket, "disk.img");
            assertEquals(130, process.interrupt(), () -> process.lines().toString());
        }
    }

    private Path system(String mapping, String export) throws IOException {
        return Files.writeString(directory.resolve("system.toml"), """
            [[iop]]
            name = "store"
            [[iop.device]]
            kind = "disk"
            name = "disk0"
            file = "%s"
            size = %d
            mapping = "%s"
            %s
            """.formatted(image, IMAGE_BYTES, mapping, export));
    }

    @Test
    void runSaysThatItsDiskIsFull() throws IOException, InterruptedException {
        Program.need("qemu-io");
        Path socket = directory.resolve("nbd");
        Path system = system("STAGED", "[[export]]\nkind = \"nbd\"\nsocket = \"" + socket + "\"");
        try (SpineProcess process = new SpineProcess("run", system, "--socket", directory.resolve("control"))) {
            process.awaitLine("running; ");
            fillAndCompare(process, socket, "store.disk0");
            assertEquals(130, process.interrupt(), () -> process.lines().toString());
        }
    }

    @Test
    void serveIopSaysThatItsDiskIsFull() throws IOException, InterruptedException {
        Path client = directory.resolve("client");
        String compiler = ServedProcess.program("cc", "gcc", "clang");
        assertEquals("0\n", ServedProcess.run(directory, compiler, "-O1", "-o", client,
            Path.of(System.getProperty("spine.root", "../.."), "docs/serve-iop/client.c").toAbsolutePath()));
        Path system = system("MAPPED", "");
        try (ServedProcess server = new ServedProcess(directory, system)) {
            Files.write(small.resolve("all the rest"), new byte[900 << 10]);
            // Down to the last page, so that the block that the client writes has none.
            ServedProcess.run(directory, "dd", "if=/dev/zero", "of=" + small.resolve("the last page"), "bs=4096");
            String said = ServedProcess.run(directory, client, server.socket);
            assertTrue(said.contains("client: BlockWrite: function 0x31, status 0x0b000007"), said + server.log());
            assertEquals(1, times(server.log(), "has no room left in " + image), server.log());
            Files.delete(small.resolve("all the rest"));
            said = ServedProcess.run(directory, client, server.socket);
            assertTrue(said.startsWith("0\n"), said + server.log());
            server.terminate();
        }
    }
}
