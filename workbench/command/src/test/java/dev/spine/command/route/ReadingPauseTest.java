package dev.spine.command.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ReadingPauseTest {
    @Test
    void whoHasNotReadMayReadAtOnce() {
        assertEquals(0, new ReadingPause().leftNs(Long.MIN_VALUE));
        assertEquals(0, new ReadingPause().leftNs(Long.MAX_VALUE));
    }

    @Test
    void aPauseIsAsLongAsTheReadingBeforeItAlsoWhereTheClockRunsOver() {
        for (long start : new long[] {0, -7_000, Long.MAX_VALUE - 500, Long.MAX_VALUE - 1_500}) {
            ReadingPause pause = new ReadingPause();
            pause.begin(start, start + 1_000);
            assertEquals(1_000, pause.leftNs(start + 1_000));
            assertEquals(1, pause.leftNs(start + 1_999));
            assertEquals(0, pause.leftNs(start + 2_000));
            assertEquals(0, pause.leftNs(start + 5_000));
        }
    }

    @Test
    void whoeverReadsWheneverHeMayReadsHalfOfTheTime() {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        Random random = new Random(seed);
        ReadingPause pause = new ReadingPause();
        long now = 0;
        long reading = 0;
        for (int i = 0; i < 1_000; i++) {
            now += pause.leftNs(now);
            long took = random.nextLong(1_000_000);
            pause.begin(now, now + took);
            now += took;
            reading += took;
        }
        now += pause.leftNs(now);
        assertTrue(2 * reading <= now, "seed " + seed);
    }
}
