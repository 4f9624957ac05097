package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Program;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server whose process has no descriptor for a client neither spins nor ends: it says so once, the client waits, and is served when there
 * is one. The limit of the running process is changed from outside.
 */
@Tag("full")
@Timeout(120)
class ExhaustedDescriptorsTest {
    private static final long PLENTY = 4096;
    /** The shortest time after which servers ask again: milliseconds. */
    private static final long SHORTEST_PAUSE_MS = 100;

    @TempDir
    private Path directory;

    private void limit(SpineProcess process, long files) throws IOException {
        Program.run(directory, "prlimit", "--pid", Long.toString(process.pid()), "--nofile=" + files + ":" + PLENTY).succeeded();
    }

    /** Leaves a process no descriptor. */
    private void starve(SpineProcess process) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
            long used = all.count();
            limit(process, used);
        }
    }

    private static long count(String text, String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertTrue(found.find(), () -> pattern + " is not in " + text);
        return Long.parseLong(found.group(1));
    }

    private static void assertNotSpun(long failures, long beganNs) {
        assertTrue(failures >= 1 && failures <= 1 + (System.nanoTime() - beganNs) / 1_000_000 / SHORTEST_PAUSE_MS,
            () -> failures + " failed accepts: it spins");
    }

    @Test
    void diskServesAClientThatHadToWait() throws IOException, InterruptedException {
        Program.need("prlimit");
        Path socket = directory.resolve("disk.sock");
        Path report = directory.resolve("report.json");
        try (SpineProcess disk =
                new SpineProcess("disk", directory.resolve("disk.img"), "--size", "1M", "--nbd-socket", socket, "--json", report)) {
            disk.awaitLine("nbd+unix:");
            long beganNs = System.nanoTime();
            starve(disk);
            try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
                disk.awaitLine("clients wait");
                limit(disk, PLENTY);
                assertEquals(18, client.read(ByteBuffer.allocate(18)), "the greeting");
            }
            assertEquals(130, disk.interrupt(), () -> disk.lines().toString());
            assertEquals(1, disk.lines().stream().filter(line -> line.startsWith("clients wait")).count());
            assertNotSpun(count(Files.readString(report), "wait for a descriptor\" : (\\d+)"), beganNs);
        }
    }

    @Test
    void servedIopTakesAClientThatHadToWait() throws IOException, InterruptedException {
        Program.need("prlimit");
        Path socket = directory.resolve("iop.sock");
        try (SpineProcess iop = new SpineProcess("serve-iop", "--socket", socket)) {
            iop.awaitLine("is served at");
            long beganNs = System.nanoTime();
            starve(iop);
            try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
                iop.awaitLine("a client waits");
                limit(iop, PLENTY);
                iop.awaitLine("a client has connected");
                assertTrue(client.isConnected());
            }
            iop.awaitLine("the client has gone");
            assertEquals(130, iop.interrupt(), () -> iop.lines().toString());
            assertEquals(1, iop.lines().stream().filter(line -> line.startsWith("a client waits")).count());
            assertNotSpun(count(String.join("\n", iop.lines()), "ACCEPTS_FAILED (\\d+)"), beganNs);
        }
    }
}
