package dev.spine.perf.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HopModeTest {
    @Test
    void isTakenFromBothSidesOfABlock() {
        assertEquals(HopMode.FAST, HopMode.of(130, 160));
        assertEquals(HopMode.SLOW, HopMode.of(480, 560));
        assertEquals(HopMode.MIXED, HopMode.of(130, 480));
        assertEquals(HopMode.MIXED, HopMode.of(480, 130));
        assertEquals(HopMode.MIXED, HopMode.of(300, 300));
    }

    @Test
    void isNotSlowWhenTheBlockWasInterrupted() {
        assertEquals(HopMode.MIXED, HopMode.of(8_000_000, 8_000_000));
    }
}
