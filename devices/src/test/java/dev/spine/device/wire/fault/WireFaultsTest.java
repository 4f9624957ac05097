package dev.spine.device.wire.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What faults can be asked for. */
class WireFaultsTest {
    private static void refused(String message, WireFaults.Builder builder) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, builder::build).getMessage());
    }

    @Test
    void sharesAreZeroToOne() {
        refused("lost is 1.5: a share of the frames is 0 to 1", WireFaults.builder().lost(1.5));
        refused("repeated is -0.1: a share of the frames is 0 to 1", WireFaults.builder().repeated(-0.1));
        refused("delayed is NaN: a share of the frames is 0 to 1", WireFaults.builder().delayed(Double.NaN, 1));
        refused("damaged is 2.0: a share of the frames is 0 to 1", WireFaults.builder().damaged(2));
        assertTrue(WireFaults.builder().lost(1).build().isFaulty());
    }

    @Test
    void delaysAreBounded() {
        refused("a delay of 64 frames: give 0 to 63", WireFaults.builder().delayed(0.1, 64));
        refused("a delay of 0 ns: give 1 to 10000000000", WireFaults.builder().delayed(0.1, 0).within(0));
    }

    @Test
    void burstsLeaveFramesBetweenThem() {
        refused("bursts of 0.5 frames: give 1 to 1000, or 0 for none", WireFaults.builder().lostInBursts(0.1, 0.5));
        refused("0.9 of all frames cannot be lost in bursts of 4.0 with a frame between them: give at most 0.8",
            WireFaults.builder().lostInBursts(0.9, 4));
        assertTrue(WireFaults.builder().lostInBursts(0.8, 4).build().isFaulty());
    }

    @Test
    void nothingIsNoFault() {
        assertFalse(WireFaults.NONE.isFaulty());
    }
}
