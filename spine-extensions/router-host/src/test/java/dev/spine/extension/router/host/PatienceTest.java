package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What stops again and again is loaded again ever later, and at once again when it has run for long. */
class PatienceTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void eachStopSoonAfterAStartDoublesTheWaitUpToHalfAMinute() {
        Patience patience = new Patience();
        long now = 0;
        long last = 0;
        for (int i = 0; i < 20; i++) {
            patience.started(now);
            long wait = patience.afterStop(now + SECOND);
            assertTrue(wait >= last && wait <= 30 * SECOND, "wait " + i + " of " + wait + " ns");
            last = wait;
            now += SECOND + wait;
        }
        assertEquals(30 * SECOND, last);
    }

    @Test
    void whatCannotBeLoadedIsTriedEverLater() {
        Patience patience = new Patience();
        assertEquals(SECOND / 10, patience.afterStop(0));
        assertEquals(SECOND / 5, patience.afterStop(SECOND));
    }

    @Test
    void whatHasRunForAMinuteIsLoadedAgainSoon() {
        Patience patience = new Patience();
        patience.afterStop(0);
        patience.afterStop(0);
        patience.started(SECOND);
        assertEquals(SECOND / 10, patience.afterStop(61 * SECOND));
    }
}
