package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code spine disk} is killed while it is written to, again and again: what was acknowledged before an acknowledged flush is there
 * afterwards, what was never written has not changed, and the next process takes the file, the socket and the disk's claim as if nothing
 * had been. {@code -Dspine.kills=200} kills more often, {@code -Dspine.seed=SEED} repeats.
 */
@Tag("full")
@Timeout(1800)
class DiskKillTest {
    private static final int BLOCK = 4096;
    private static final int BLOCKS = 1024;
    private static final int READ = 0;
    private static final int WRITE = 1;
    private static final int FLUSH = 3;
    private static final int FORCE_UNIT_ACCESS = 1;

    @TempDir
    private Path directory;

    /** The versions that a block may hold: the last one that was flushed and all that were sent after it. */
    private final List<List<Integer>> possible = new ArrayList<>();

    @Test
    void whatWasFlushedOutlivesAKillAndTheNextProcessFindsNothingInItsWay() throws IOException, InterruptedException {
        int kills = Integer.getInteger("spine.kills", 10);
        long seed = Long.getLong("spine.seed", new Random().nextLong());
        Random random = new Random(seed);
        for (int i = 0; i < BLOCKS; i++) {
            possible.add(new ArrayList<>(List.of(0)));
        }
        int version = 0;
        for (int kill = 0; kill <= kills; kill++) {
            String when = "kill " + kill + ", run again with -Dspine.seed=" + seed;
            Process process = start();
            try (SocketChannel channel = connect()) {
                verify(channel, when);
                version = load(channel, process, random, version, kill < kills);
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
        assertTrue(version > kills, "only " + version + " writes");
        Path report = directory.resolve("report.json");
        Process last = start("--json", report.toString());
        last.destroy();
        assertTrue(last.waitFor(30, TimeUnit.SECONDS), "the server does not end when it is asked to");
        String counts = Files.readString(report);
        assertTrue(counts.contains("\"requests left\" : 0") && counts.contains("\"contexts left\" : 0"), counts);
        assertTrue(Files.notExists(directory.resolve("socket")), "the socket's name is left behind");
    }

    private Process start(String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
            System.getProperty("java.class.path"), "dev.spine.command.SpineCommand", "disk", directory.resolve("disk.img").toString(),
            "--size", BLOCKS * BLOCK / 1024 + "K", "--nbd-socket", directory.resolve("socket").toString()));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader out = process.inputReader();
        String line = out.readLine();
        assertTrue(line != null && line.startsWith("nbd+unix:"), "the server says: " + line);
        return process;
    }

    private SocketChannel connect() throws IOException {
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(directory.resolve("socket")));
        receive(channel, 18);
        byte[] export = "disk.img".getBytes(StandardCharsets.US_ASCII);
        send(channel, ByteBuffer.allocate(4 + 16 + export.length).putInt(3).putLong(0x49484156454f5054L).putInt(1).putInt(export.length)
            .put(export).flip());
        assertEquals((long) BLOCKS * BLOCK, receive(channel, 10).getLong());
        return channel;
    }

    private static void send(SocketChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static ByteBuffer receive(SocketChannel channel, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("the server is gone");
            }
        }
        return buffer.flip();
    }

    private static ByteBuffer request(int command, int flags, long cookie, long offset, int length) {
        return ByteBuffer.allocate(28 + (command == WRITE ? length : 0)).putInt(0x25609513).putShort((short) flags)
            .putShort((short) command).putLong(cookie).putLong(offset).putInt(length);
    }

    /** Each block is full of one version's number. */
    private void verify(SocketChannel channel, String when) throws IOException {
        for (int block = 0; block < BLOCKS; block++) {
            send(channel, request(READ, 0, block, (long) block * BLOCK, BLOCK).flip());
            assertEquals(0, receive(channel, 16).getInt(4));
            ByteBuffer data = receive(channel, BLOCK);
            // A write that the kill interrupts may be there in part, but nothing else is.
            Set<Integer> found = new TreeSet<>();
            while (data.hasRemaining()) {
                found.add(data.getInt());
            }
            assertTrue(possible.get(block).containsAll(found), when + ": block " + block + " holds versions " + found + ", it may hold "
                + possible.get(block));
            possible.set(block, new ArrayList<>(found));
        }
    }

    private static byte[] content(int version) {
        ByteBuffer content = ByteBuffer.allocate(BLOCK);
        while (content.hasRemaining()) {
            content.putInt(version);
        }
        return content.array();
    }

    /** Writes and flushes with up to 16 requests on their way, until the process is killed in the middle of it. */
    private int load(SocketChannel channel, Process process, Random random, int before, boolean kill) throws IOException {
        int version = before;
        int rounds = kill ? 1 + random.nextInt(20) : 2;
        try {
            for (int round = 0; round < rounds; round++) {
                int writes = 1 + random.nextInt(16);
                List<Integer> blocks = new ArrayList<>();
                boolean force = random.nextInt(4) == 0;
                for (int i = 0; i < writes; i++) {
                    int block = random.nextInt(BLOCKS);
                    if (blocks.contains(block)) {
                        continue;
                    }
                    blocks.add(block);
                    possible.get(block).add(++version);
                    send(channel, request(WRITE, force ? FORCE_UNIT_ACCESS : 0, block, (long) block * BLOCK, BLOCK).put(content(version))
                        .flip());
                }
                if (kill && round == rounds - 1) {
                    process.destroyForcibly();
                }
                acknowledged(channel, blocks.size());
                if (!force) {
                    send(channel, request(FLUSH, 0, 1, 0, 0).flip());
                    acknowledged(channel, 1);
                }
                // All that was written is durable now: the last version is the only one that is possible.
                blocks.forEach(block -> possible.set(block, new ArrayList<>(List.of(possible.get(block).getLast()))));
            }
        } catch (IOException e) {
            assertTrue(kill, () -> "the server closed the connection: " + e.getMessage());
        }
        return version;
    }

    private static void acknowledged(SocketChannel channel, int replies) throws IOException {
        for (int i = 0; i < replies; i++) {
            assertEquals(0, receive(channel, 16).getInt(4));
        }
    }
}
