package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.ServedDisks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code spine disk FILE} in a process of its own, and another one with {@code --read-only}; both are ended by Ctrl-C. */
final class DiskProcess implements ServedDisks {
    private static final Pattern PORT = Pattern.compile("nbd://127\\.0\\.0\\.1:(\\d+)/");

    private final Path directory;
    private final SpineProcess process;
    private final SpineProcess locked;
    private final int port;
    private final Map<String, Long> expected = new LinkedHashMap<>();

    DiskProcess(Path directory) throws IOException {
        this.directory = directory;
        Files.write(file(LOCKED), new byte[CAPACITY]);
        process = new SpineProcess("disk", file(DISK), "--size", CAPACITY, "--export", OTHER + "=" + made(OTHER), "--nbd-socket",
            socket(DISK), "--nbd-port", 0, "--json", report());
        locked = new SpineProcess("disk", file(LOCKED), "--read-only", "--nbd-socket", socket(LOCKED));
        Matcher found = PORT.matcher(process.awaitLine("nbd://"));
        assertTrue(found.find(), () -> process.lines().toString());
        port = Integer.parseInt(found.group(1));
        locked.awaitLine("read-only");
    }

    private Path made(String export) throws IOException {
        return Files.write(file(export), new byte[CAPACITY]);
    }

    private Path file(String export) {
        return directory.resolve(export);
    }

    private Path socket(String export) {
        return directory.resolve(export + ".sock");
    }

    private Path report() {
        return directory.resolve("report.json");
    }

    @Override
    public String uri(String export) {
        return "nbd+unix:///" + export + "?socket=" + socket(LOCKED.equals(export) ? LOCKED : DISK);
    }

    @Override
    public String tcpUri(String export) {
        return "nbd://127.0.0.1:" + port + "/" + export;
    }

    @Override
    public byte[] content(String export) throws IOException {
        return Files.readAllBytes(file(export));
    }

    @Override
    public void fill(String export, byte[] content) throws IOException {
        // In place: the file is mapped by the process and must not shrink.
        try (FileChannel channel = FileChannel.open(file(export), StandardOpenOption.WRITE)) {
            assertEquals(CAPACITY, channel.write(ByteBuffer.wrap(content), 0));
        }
    }

    @Override
    public boolean haveHoles() {
        return true;
    }

    @Override
    public void assertCounted(String label, long least) {
        expected.merge(label, least, Math::max);
    }

    @Override
    public void close() throws IOException {
        try (process; locked) {
            assertEquals(130, process.interrupt(), () -> process.lines().toString());
            assertEquals(130, locked.interrupt(), () -> locked.lines().toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        String report = Files.readString(report());
        expected.forEach((label, least) -> assertTrue(number(report, label) >= least, () -> label + " " + least + ": " + report));
        assertEquals(0, number(report, "requests left"), report);
        assertEquals(0, number(report, "contexts left"), report);
        assertTrue(Files.notExists(socket(DISK)) && Files.notExists(socket(LOCKED)), "a socket's name is left behind");
    }

    private static long number(String report, String label) {
        Matcher found = Pattern.compile("\"" + label + "\" : (\\d+)").matcher(report);
        assertTrue(found.find(), () -> label + " is not in " + report);
        return Long.parseLong(found.group(1));
    }
}
