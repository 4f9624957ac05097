package dev.spine.iop.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WindowPaceTest {
    private long nowNs;
    private final WindowPace pace = new WindowPace(0);

    /** Windows until the stage ends, each of which takes so long. */
    private int stage(long windowNs) {
        int windows = 0;
        boolean ended = false;
        while (!ended) {
            windows++;
            nowNs += windowNs;
            ended = pace.windowEnded();
        }
        pace.ended(nowNs);
        return windows;
    }

    @Test
    void bothWaysAreTriedAndTheFasterIsKeptUntilTheNextTrial() {
        assertFalse(pace.isAlone());
        assertEquals(WindowPace.TRIAL, stage(100));
        assertTrue(pace.isAlone());
        assertEquals(WindowPace.TRIAL, stage(60));
        assertTrue(pace.isAlone());
        assertEquals(WindowPace.KEPT, stage(60));
        assertFalse(pace.isAlone());
        stage(30);
        assertTrue(pace.isAlone());
        stage(60);
        assertFalse(pace.isAlone());
    }
}
