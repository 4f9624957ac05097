package dev.spine.device.display.monitor.vnc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.display.surface.Surface;
import dev.spine.fuzz.Corpus;
import dev.spine.fuzz.Fuzz;
import dev.spine.i2o.message.display.PixelFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever a viewer says, from its first byte on, is answered or ends it; nothing else is thrown and nothing is kept. */
class RfbFuzzTest {
    private static final int BRIEF_SESSIONS = 2_000;
    /** More than any answer to these sessions: the screen in 32 bits, the map, names, reasons. */
    private static final int MAX_ANSWER = 1 << 20;
    /** Longer sessions would be throttled as floods, and find nothing more. */
    private static final int MAX_SESSION = 4096;

    private final Surface surface = Screens.surface(130, 70, PixelFormat.UYVY);
    private final VncPassword password = VncPassword.of("fuzz");
    private final SecureRandom challenges = new SecureRandom();
    private final Fuzz fuzz = Fuzz.over(RfbFuzzTest.class, "rfb");

    @BeforeEach
    void draw() {
        Screens.drawEverything(surface, new Random(1));
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

    /** How a session went: whether it was served, and what was counted. */
    private record Outcome(boolean served, EnumSet<VncCounters.Counter> counted, long answered) {
    }

    private Outcome run(byte[] session, VncPassword wanted) throws InterruptedException {
        Answer answer = new Answer();
        VncCounters counters = new VncCounters();
        Demand demand = new Demand();
        RfbInput in = new RfbInput(new ByteArrayInputStream(session));
        RfbOutput out = new RfbOutput(answer);
        boolean served = false;
        try (ViewerScreen screen = new ViewerScreen(() -> surface, surface, out, counters)) {
            Handshake handshake = new Handshake(in, out, wanted, challenges);
            handshake.run(Duration.ZERO, _ -> { });
            handshake.describe(surface.geometry(), "fuzz");
            try {
                new ClientMessages(in, demand, counters).readAll();
            } finally {
                served = screen.serve(demand.take());
                // The second time there is nothing new, or what is asked for once more.
                screen.serve(demand.take());
            }
        } catch (ViewerEndedException e) {
            counters.increment(e.counter());
        } catch (IOException e) {
            throw new AssertionError("a viewer may end only as a viewer does", e);
        }
        assertTrue(answer.bytes < MAX_ANSWER, () -> answer.bytes + " bytes");
        EnumSet<VncCounters.Counter> counted = EnumSet.allOf(VncCounters.Counter.class);
        counted.removeIf(counter -> counters.get(counter) == 0);
        return new Outcome(served, counted, Long.highestOneBit(answer.bytes));
    }

    /** The last byte says whether the monitor has a password. */
    private Object session(byte[] input) throws InterruptedException {
        boolean closed = input.length > 0 && input[input.length - 1] % 8 == 7;
        return run(Arrays.copyOf(input, Math.min(input.length, MAX_SESSION)), closed ? password : null);
    }

    @Test
    void everySessionOfTheCorpusIsServedOrRefusedAsItsNameSays() throws InterruptedException {
        List<Corpus.Entry> entries = Corpus.of(RfbFuzzTest.class, "rfb").entries();
        assertTrue(entries.size() >= 10, entries::toString);
        for (Corpus.Entry entry : entries) {
            assertEquals(!entry.name().startsWith("bad-"), run(entry.bytes(), null).served(), entry.name());
        }
    }

    @Test
    void anySessionEndsInOrder() {
        fuzz.briefly(BRIEF_SESSIONS, this::session);
    }

    @Test
    @Tag("full")
    @Timeout(3600)
    void anySessionEndsInOrderForLong() {
        fuzz.atLength(this::session);
    }
}
