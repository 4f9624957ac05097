package dev.spine.perf.panic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.panic.ProgramRoundTrips.OfApplications;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Round trips by programs between two workstations of PANIC's kind. */
class ProgramRoundTripsTest {
    private static final String PANIC = "lanai-25-sbus";
    private static final long SEED = Long.getLong("spine.seed", 1);
    /** One in a packet, one in parts. */
    private static final List<Integer> SIZES = List.of(0, 512, 2_048);
    private static final int FEW = 2;
    /** What a host's poll may find later. */
    private static final double POLL_US = 24;

    private static ProgramRoundTrips times;

    @BeforeAll
    static void run() {
        times = ProgramRoundTrips.run(PANIC, SIZES, SEED);
    }

    @Test
    void cardsAreNearerToEachOtherThanMemoriesAndThoseThanApplicationsAtEverySize() {
        for (int i = 0; i < times.sizes().size(); i++) {
            assertTrue(times.cards().get(i) < times.memories().get(i) && times.memories().get(i) < times.applications().get(i), times + "");
        }
    }

    @Test
    void memoriesAreAboveCardsByPassesAtEverySizeThatMovesSomething() {
        for (int i = 1; i < times.sizes().size(); i++) {
            double passes = (times.memories().get(i) - times.cards().get(i)) / times.passes().get(i);
            // Two a card; slices that mcp2mcp pays for are within the waiting for them.
            assertTrue(passes > 2 && passes < 4.5, times + "");
        }
        assertEquals(0, times.passes().getFirst(), "nothing is moved");
    }

    @Test
    void ofWhatTheApplicationsAddTheLockIsASmallPart() {
        for (int i = 0; i < times.sizes().size(); i++) {
            double more = times.applications().get(i) - times.memories().get(i);
            assertTrue(times.locks().get(i) > 0 && times.locks().get(i) < more / 10, times + "");
        }
    }

    @Test
    void whatEachHostTakesMoreIsInTheRoundTripOnceForEach() {
        OfApplications slow = ProgramRoundTrips.delayed(PANIC, 64, 2_000_000, FEW, SEED);
        OfApplications slower = ProgramRoundTrips.delayed(PANIC, 64, 3_000_000, FEW, SEED);

        assertEquals(2 * 1_000, slower.us() - slow.us(), POLL_US);
        assertEquals(slow.lockUs(), slower.lockUs(), POLL_US, "the lock has no part in it");
        assertEquals(slower, ProgramRoundTrips.delayed(PANIC, 64, 3_000_000, FEW, SEED), "the same seed, the same times");
    }

    @Test
    void readingTheClockCostsAProgramWhatTheInterpretersCodeCosts() {
        double usual = ProgramRoundTrips.clockReadUs(PANIC, SEED);

        assertTrue(usual > 0);
        assertEquals(2, ProgramRoundTrips.clockReadUs(PANIC + " with iop.cycles.unit=1.204", SEED) / usual, 0.001);
    }
}
