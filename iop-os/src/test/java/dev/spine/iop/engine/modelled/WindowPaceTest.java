package dev.spine.iop.engine.modelled;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WindowPaceTest {
    private static final long WINDOW_NS = 1_000;

    private long nowNs;
    private final WindowPace pace = new WindowPace();

    /** Executes windows that take so long until the other way is taken, or for as long as one would be kept; returns how long that was. */
    private long untilChange(long windowNs) {
        boolean alone = pace.isAlone();
        long begin = nowNs;
        while (pace.isAlone() == alone && nowNs - begin < 2 * WindowPace.KEPT_NS) {
            nowNs += windowNs;
            if (pace.windowEnded()) {
                pace.read(nowNs);
            }
        }
        return nowNs - begin;
    }

    private static void assertTrial(long tookNs, long windowNs) {
        assertTrue(tookNs >= WindowPace.TRIAL_NS && tookNs < WindowPace.TRIAL_NS + WindowPace.WINDOWS * windowNs, () -> tookNs + " ns");
    }

    @Test
    void bothWaysAreTriedTwiceAndTheFasterIsKeptUntilTheNextTrial() {
        assertFalse(pace.isAlone());
        assertTrial(untilChange(2 * WINDOW_NS), 2 * WINDOW_NS);
        assertTrue(pace.isAlone());
        assertTrial(untilChange(WINDOW_NS), WINDOW_NS);
        assertFalse(pace.isAlone());
        assertTrial(untilChange(2 * WINDOW_NS), 2 * WINDOW_NS);
        assertTrue(pace.isAlone());
        long kept = untilChange(WINDOW_NS);
        assertTrue(kept >= WindowPace.TRIAL_NS + WindowPace.KEPT_NS, () -> kept + " ns");
        assertFalse(pace.isAlone(), "tried again");
    }

    @Test
    void togetherIsKeptWhereItIsFaster() {
        untilChange(WINDOW_NS);
        untilChange(2 * WINDOW_NS);
        untilChange(WINDOW_NS);
        assertTrial(untilChange(2 * WINDOW_NS), 2 * WINDOW_NS);
        assertFalse(pace.isAlone());
        long kept = untilChange(WINDOW_NS);
        assertTrue(kept >= WindowPace.KEPT_NS + WindowPace.TRIAL_NS, "kept, and then tried again: " + kept + " ns");
    }

    @Test
    void whatIsKeptIsKeptAcrossPausesThatDoNotCount() {
        untilChange(2 * WINDOW_NS);
        untilChange(WINDOW_NS);
        untilChange(2 * WINDOW_NS);
        long changed = nowNs;
        while (nowNs - changed < WindowPace.KEPT_NS / 2) {
            nowNs += WINDOW_NS;
            if (pace.windowEnded()) {
                pace.read(nowNs);
            }
        }
        pace.pause(nowNs);
        nowNs += 10 * WindowPace.KEPT_NS;
        pace.begin(nowNs);
        long kept = untilChange(WINDOW_NS);
        assertTrue(kept >= WindowPace.KEPT_NS / 2, () -> kept + " ns");
    }

    @Test
    void runsOfFewWindowsAreTriedTogether() {
        for (int run = 0; run < 10 * WindowPace.TRIAL_NS / WINDOW_NS && !pace.isAlone(); run++) {
            pace.begin(nowNs);
            for (int window = 0; window < 3 && !pace.isAlone(); window++) {
                nowNs += WINDOW_NS;
                if (pace.windowEnded()) {
                    pace.read(nowNs);
                }
            }
            pace.pause(nowNs);
            nowNs += WindowPace.TRIAL_NS;
        }
        assertTrue(pace.isAlone(), "the other way is never tried");
    }

    /** A machine that slows down by half while it is tried does not make the slower way look faster. */
    @Test
    void oneSlowTrialDoesNotDecide() {
        untilChange(WINDOW_NS);
        untilChange(3 * WINDOW_NS);
        untilChange(3 * WINDOW_NS);
        assertTrial(untilChange(3 * WINDOW_NS), 3 * WINDOW_NS);
        assertFalse(pace.isAlone());
    }
}
