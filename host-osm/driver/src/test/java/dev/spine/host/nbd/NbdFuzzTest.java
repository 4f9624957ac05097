package dev.spine.host.nbd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What clients send, mutated: the server neither fails nor hangs nor leaves anything behind, and serves the next client. The corpus is in
 * {@code corpus/}, one session per file; {@code -Dspine.fuzz.seconds=600} runs longer, {@code -Dspine.seed=SEED} repeats.
 */
class NbdFuzzTest {
    private static final List<String> CORPUS = List.of("export-name", "go-structured", "go-simple", "list-info-abort", "refused-options",
        "malformed-options", "oversize-option", "absurd-length", "partial-blocks", "out-of-range", "unknown-requests", "bad-request-magic",
        "bad-option-magic", "read-only", "large-blocks", "pipelined");
    private static final int CHECK_INTERVAL = 200;
    private static final int[] EDGES = {0, 1, 0x7f, 0x80, 0xff};

    @TempDir
    private Path directory;

    private static byte[] corpus(String name) {
        try (InputStream in = NbdFuzzTest.class.getResourceAsStream("corpus/" + name + ".hex")) {
            if (in == null) {
                throw new IllegalStateException("the corpus has no '" + name + "'");
            }
            StringBuilder hex = new StringBuilder();
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#")).forEach(hex::append);
            return HexFormat.of().parseHex(hex);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] mutate(byte[] session, List<byte[]> others, Random random) {
        byte[] mutant = session;
        int mutations = 1 + random.nextInt(4);
        for (int i = 0; i < mutations; i++) {
            int at = Seeded.edgy(random, mutant.length);
            switch (random.nextInt(7)) {
                case 0 -> mutant[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> mutant[at] = (byte) EDGES[random.nextInt(EDGES.length)];
                case 2 -> mutant = Arrays.copyOf(mutant, Math.max(1, at));
                case 3 -> mutant = splice(mutant, at, Arrays.copyOfRange(mutant, at, Math.min(mutant.length, at + random.nextInt(64))));
                case 4 -> {
                    byte[] other = others.get(random.nextInt(others.size()));
                    mutant = splice(mutant, at, Arrays.copyOfRange(other, Seeded.edgy(random, other.length), other.length));
                }
                case 5 -> {
                    if (mutant.length - at >= Integer.BYTES) {
                        ByteBuffer.wrap(mutant).putInt(at, random.nextBoolean() ? random.nextInt() : random.nextInt(1 << 16));
                    }
                }
                default -> {
                    byte[] cut = splice(Arrays.copyOf(mutant, at), at, Arrays.copyOfRange(mutant, Math.min(mutant.length,
                        at + random.nextInt(32)), mutant.length));
                    mutant = cut.length == 0 ? new byte[1] : cut;
                }
            }
        }
        return mutant;
    }

    private static byte[] splice(byte[] into, int at, byte[] piece) {
        byte[] whole = new byte[into.length + piece.length];
        System.arraycopy(into, 0, whole, 0, at);
        System.arraycopy(piece, 0, whole, at, piece.length);
        System.arraycopy(into, at, whole, at + piece.length, into.length - at);
        return whole;
    }

    /** Says all of it, reads what comes meanwhile, and goes: at once, after the answer, or with its back turned. */
    private static void say(NbdNode node, byte[] session, Random random) throws IOException {
        try (NbdClient client = node.connect()) {
            SocketChannel channel = client.channel;
            channel.configureBlocking(false);
            ByteBuffer out = ByteBuffer.wrap(session);
            ByteBuffer in = ByteBuffer.allocate(1 << 16);
            boolean polite = random.nextInt(4) != 0;
            int silent = 0;
            while (out.hasRemaining() && silent < 10_000) {
                int moved = channel.write(out);
                int read = channel.read(in.clear());
                if (read < 0) {
                    return;
                }
                silent = moved + read > 0 ? 0 : silent + 1;
            }
            if (polite) {
                channel.shutdownOutput();
                channel.configureBlocking(true);
                client.drain();
            }
        } catch (IOException e) {
            // The server has closed the connection while something was on its way: its good right.
            return;
        }
    }

    private void fuzz(long seconds, int leastCases) throws IOException {
        long seed = Seeded.seed();
        Random random = new Random(seed);
        List<byte[]> sessions = new ArrayList<>();
        CORPUS.forEach(name -> sessions.add(corpus(name)));
        int cases = 0;
        try (NbdNode node = new NbdNode(directory)) {
            for (byte[] session : sessions) {
                say(node, session, random);
            }
            long end = System.nanoTime() + seconds * 1_000_000_000L;
            while (cases < leastCases || System.nanoTime() < end) {
                node.disk.refuseOneIn = random.nextInt(8) == 0 ? 1 + random.nextInt(4) + 1 : 0;
                say(node, mutate(sessions.get(random.nextInt(sessions.size())).clone(), sessions, random), random);
                if (++cases % CHECK_INTERVAL == 0) {
                    check(node);
                }
            }
            check(node);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("case " + cases + ", run again with -Dspine.seed=" + seed + ": " + e.getMessage(), e);
        }
        System.out.println("NBD fuzz target: " + cases + " mutants, seed " + seed);
    }

    private static void check(NbdNode node) throws IOException {
        node.awaitNoClient();
        assertTrue(node.tasks.call(node.server::isQuiet));
        assertEquals(0, node.disk.queued);
        node.disk.refuseOneIn = 0;
        try (NbdClient client = node.connect().go("disk")) {
            byte[] data = {1, 2, 3};
            assertEquals(0, client.write(700, data, 0));
            assertTrue(Arrays.equals(data, client.read(700, 3)));
        }
        node.awaitNoClient();
    }

    @Test
    @Timeout(60)
    void mutatedSessionsHarmNobody() throws IOException {
        fuzz(0, 300);
    }

    @Test
    @Tag("full")
    @Timeout(3600)
    void mutatedSessionsHarmNobodyForLonger() throws IOException {
        fuzz(Long.getLong("spine.fuzz.seconds", 15), 1);
    }
}
