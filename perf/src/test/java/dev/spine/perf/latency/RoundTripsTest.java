package dev.spine.perf.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages between two workstations of PANIC's kind. */
class RoundTripsTest {
    private static final String PANIC = "lanai-25-sbus";
    private static final double NS_PER_US = 1e3;

    @Test
    void cardsAreNearerToEachOtherThanMemoriesAndThoseThanApplicationsAtEverySize() {
        RoundTrips times = RoundTrips.run(PANIC, 1);

        for (int i = 0; i < times.sizes().size(); i++) {
            assertTrue(times.cards().get(i) < times.memories().get(i) && times.memories().get(i) < times.applications().get(i), times + "");
            // Each of two cards fetches once and delivers once; alone, a pass also pays for the message that its end is, and for its polls.
            double passes = (times.memories().get(i) - times.cards().get(i)) / times.passes().get(i);
            assertTrue(passes > 2.5 && passes < 4, times + "");
        }
        assertRising(times.cards());
        assertRising(times.applications());
    }

    private static void assertRising(List<Double> times) {
        for (int i = 1; i < times.size(); i++) {
            assertTrue(times.get(i) > times.get(i - 1), times::toString);
        }
    }

    @Test
    void aBusOfHalfTheClockMakesPassesLongerAndRoundTripsOfCardsNot() {
        RoundTrips usual = RoundTrips.run(PANIC, 1);
        RoundTrips slow = RoundTrips.run(PANIC + " with bus.clock-hz=12500000", 1);

        for (int i = 0; i < usual.sizes().size(); i++) {
            assertEquals(usual.cards().get(i), slow.cards().get(i), 1 / NS_PER_US);
        }
        // 4,096 bytes are 1,024 words in 64 bursts of six more cycles, 40 ns longer each.
        int last = usual.sizes().size() - 1;
        assertEquals((1_024 + 64 * 6) * 40 / NS_PER_US, slow.passes().get(last) - usual.passes().get(last), 0.1);
    }

    @Test
    void onASlowerBusTheDifferenceIsNearerToFourPasses() {
        double usual = passes(RoundTrips.run(PANIC, 1));
        double slow = passes(RoundTrips.run(PANIC + " with bus.clock-hz=5000000", 1));
        // The slower the bus, the less the extension's own work beside it counts.
        assertTrue(slow < 4 && slow > usual, slow + " after " + usual);
    }

    private static double passes(RoundTrips times) {
        return IntStream.range(0, times.sizes().size()).mapToDouble(i -> (times.memories().get(i) - times.cards().get(i))
            / times.passes().get(i)).average().orElseThrow();
    }

    @Test
    void readingTheClockCostsAProgramWhatItsInstructionsCost() {
        double usual = clockReadNs(PANIC);

        assertTrue(usual > 0);
        assertEquals(2, clockReadNs(PANIC + " with iop.cycles.unit=1.204") / usual, 0.001);
        assertEquals(2, clockReadNs(PANIC + " with iop.clock-hz=12500000") / usual, 0.001);
    }

    private static double clockReadNs(String profile) {
        return NS_PER_US * RoundTrips.clockReadUs(profile, 1);
    }

    @Test
    void oneSizeAloneTakesWhatItTakesAmongAll() {
        RoundTrips times = RoundTrips.run(PANIC, 1);
        assertEquals(times.applications().getFirst(), RoundTrips.applicationsUs(PANIC, 16, 1), 0.01 * times.applications().getFirst());
    }

    @Test
    void theSameSeedGivesTheSameTimes() {
        assertEquals(RoundTrips.run(PANIC, 7), RoundTrips.run(PANIC, 7));
    }
}
