package dev.spine.perf.benchmarks.hop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class BlockFiguresTest {
    @Test
    void percentilesLieWithinTheTickOfACoarseClock() {
        Histogram trips = new Histogram(1_000_000, 3);
        trips.recordValueWithCount(160, 300);
        trips.recordValueWithCount(170, 700);

        BlockFigures figures = BlockFigures.of(trips, 10);

        assertEquals(165 + 10 * 200 / 700.0, figures.p50(), 0.01);
        assertEquals(1000, figures.exchanges());
    }

    @Test
    void percentilesOfAFineClockAreTheHistograms() {
        Histogram trips = new Histogram(1_000_000, 3);
        trips.recordValueWithCount(161, 600);
        trips.recordValueWithCount(173, 400);

        assertEquals(161, BlockFigures.of(trips, 1).p50());
    }

    @Test
    void blocksAreShort() {
        assertThrows(IllegalArgumentException.class, () -> new HopSettings(1_000_000_000, 10_000_001, false));
        assertThrows(IllegalArgumentException.class, () -> new HopSettings(1_000_000_000, 0, false));
    }
}
