package dev.spine.device.display.monitor.vnc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.display.surface.Surface;
import dev.spine.i2o.message.display.PixelFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whatever a viewer says, from its first byte on, is answered or ends it; nothing else is thrown and nothing is kept.
 *
 * <p>The sessions in {@code corpus} (hexadecimal, {@code #} begins a comment) are run as they are and then changed at random: bytes, cuts,
 * repetitions, pieces of other sessions. {@code -Dspine.fuzz.seconds=600} runs for that long; a failure prints the seed and the session,
 * {@code -Dspine.seed=SEED} runs it again.
 */
class RfbFuzzTest {
    private static final int ORDINARY_SESSIONS = 2_000;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    /** More than any answer to these sessions: the screen in 32 bits, the map, names, reasons. */
    private static final int MAX_ANSWER = 1 << 20;

    private final long seed = Long.getLong("spine.seed", new Random().nextLong());
    private final Random random = new Random(seed);
    private final Surface surface = Screens.surface(130, 70, PixelFormat.UYVY);
    private final SecureRandom challenges = new SecureRandom();
    private final List<byte[]> corpus = corpus();

    private static List<byte[]> corpus() {
        URL folder = Objects.requireNonNull(RfbFuzzTest.class.getResource("corpus"), "the corpus is missing");
        try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
            return files.sorted().map(RfbFuzzTest::session).toList();
        } catch (IOException | URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] session(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return HexFormat.of().parseHex(lines.map(line -> line.replaceAll("#.*|\\s", "")).collect(Collectors.joining()));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Counts what a viewer would get. */
    private static final class Answer extends OutputStream {
        private long bytes;

        @Override
        public void write(int value) {
            bytes++;
        }

        @Override
        public void write(byte[] buffer, int offset, int length) {
            bytes += length;
        }
    }

    private boolean run(byte[] session, VncPassword password) throws InterruptedException {
        Answer answer = new Answer();
        VncCounters counters = new VncCounters();
        Demand demand = new Demand();
        RfbInput in = new RfbInput(new ByteArrayInputStream(session));
        RfbOutput out = new RfbOutput(answer);
        boolean served = false;
        try (ViewerScreen screen = new ViewerScreen(() -> surface, surface, out, counters)) {
            Handshake handshake = new Handshake(in, out, password, challenges);
            handshake.run(Duration.ZERO, _ -> { });
            handshake.describe(surface.geometry(), "fuzz");
            try {
                new ClientMessages(in, demand, counters).readAll();
            } finally {
                served = screen.serve(demand.take());
                // The second time there is nothing new, or what is asked for once more.
                screen.serve(demand.take());
            }
        } catch (IOException expected) {
            assertTrue(expected instanceof ViewerEndedException, expected::toString);
        }
        assertTrue(answer.bytes < MAX_ANSWER, () -> answer.bytes + " bytes");
        return served;
    }

    private byte[] changed() {
        byte[] session = corpus.get(random.nextInt(corpus.size())).clone();
        int changes = 1 + random.nextInt(6);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(session.length);
            switch (random.nextInt(6)) {
                case 0 -> session[at] = (byte) random.nextInt();
                case 1 -> session[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> session[at] = (byte) (random.nextBoolean() ? 0xFF : 0);
                case 3 -> session = Arrays.copyOf(session, Math.max(1, at));
                case 4 -> session = joined(Arrays.copyOf(session, at + 1), corpus.get(random.nextInt(corpus.size())));
                default -> session = joined(Arrays.copyOf(session, at + 1), Arrays.copyOfRange(session, at, session.length));
            }
        }
        return session;
    }

    private byte[] joined(byte[] one, byte[] other) {
        int from = random.nextInt(other.length);
        byte[] joined = Arrays.copyOf(one, one.length + other.length - from);
        System.arraycopy(other, from, joined, one.length, other.length - from);
        // Longer sessions would be held back as floods, and find nothing more.
        return Arrays.copyOf(joined, Math.min(joined.length, 4096));
    }

    @Test
    void everySessionOfTheCorpusIsServedOrRefusedAsItsNameSays() throws IOException, URISyntaxException, InterruptedException {
        Screens.drawEverything(surface, new Random(1));
        URL folder = Objects.requireNonNull(RfbFuzzTest.class.getResource("corpus"));
        List<Path> files;
        try (Stream<Path> list = Files.list(Path.of(folder.toURI()))) {
            files = list.sorted().toList();
        }
        assertTrue(files.size() >= 10, files::toString);
        for (Path file : files) {
            boolean refused = String.valueOf(file.getFileName()).startsWith("bad-");
            assertTrue(run(session(file), null) != refused, file::toString);
        }
    }

    @Test
    void changedSessionsEndInOrder() {
        Screens.drawEverything(surface, new Random(1));
        long endNs = System.nanoTime() + Integer.getInteger("spine.fuzz.seconds", 0) * NS_PER_SECOND;
        VncPassword password = VncPassword.of("fuzz");
        long sessions = 0;
        while (sessions < ORDINARY_SESSIONS || System.nanoTime() < endNs) {
            byte[] session = changed();
            try {
                run(session, random.nextInt(8) == 0 ? password : null);
            } catch (Exception | Error e) {
                throw new AssertionError("session " + sessions + " of -Dspine.seed=" + seed + ": " + HexFormat.of().formatHex(session), e);
            }
            sessions++;
        }
        System.out.println("RFB: " + sessions + " changed sessions, spine.seed=" + seed);
    }
}
