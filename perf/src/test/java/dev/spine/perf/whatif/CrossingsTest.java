package dev.spine.perf.whatif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.whatif.Crossings.Crossing;
import dev.spine.system.profile.ProfileRange;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where one rate overtakes another, for rates that are known. */
@Tag("SN-18")
class CrossingsTest {
    private static final ProfileRange CLOCK = ProfileRange.of("nic.clock=33MHz..1GHz");

    @ParameterizedTest
    @ValueSource(doubles = {34e6, 50e6, 123_456_789, 400e6, 990e6})
    void theValueIsFoundWithinTwoPerCent(double where) {
        AtomicInteger asked = new AtomicInteger();
        Crossings crossings = Crossings.of(CLOCK, value -> {
            asked.incrementAndGet();
            return value / where;
        });

        Crossing crossing = crossings.found().getFirst();
        assertEquals(1, crossings.found().size());
        assertTrue(crossing.rises());
        assertTrue(crossing.below() <= where && where <= crossing.above(), crossing::toString);
        assertTrue(crossing.above() - crossing.below() <= 0.02 * crossing.above(), crossing::toString);
        assertTrue(asked.get() < 40, "asked " + asked);
    }

    @Test
    void aRateThatFallsBehindIsToldApart() {
        Crossing crossing = Crossings.of(CLOCK, value -> 100e6 / value).found().getFirst();
        assertFalse(crossing.rises());
        assertTrue(crossing.below() <= 100e6 && 100e6 <= crossing.above(), crossing::toString);
    }

    @Test
    void ratesThatCrossTwiceAreFoundTwice() {
        Crossings crossings = Crossings.of(CLOCK, value -> value > 60e6 && value < 600e6 ? 2 : 0.5);
        assertEquals(2, crossings.found().size());
        assertTrue(crossings.found().getFirst().rises());
        assertFalse(crossings.found().getLast().rises());
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.08, 1, 7})
    void whereNothingCrossesTheRatiosAreTold(double ratio) {
        Crossings crossings = Crossings.of(CLOCK, _ -> ratio);
        assertTrue(crossings.found().isEmpty());
        assertEquals(ratio, crossings.least());
        assertEquals(ratio, crossings.most());
    }

    @Test
    void wholeNumbersEndAtNeighbours() {
        Crossing crossing = Crossings.of(ProfileRange.of("bus.width=1..64/2:linear"), value -> value > 6.5 ? 2 : 0).found().getFirst();
        assertEquals(6, crossing.below());
        assertEquals(7, crossing.above());
    }

    @Test
    void aLinearRangeFromZeroComesToAnEnd() {
        ProfileRange range = ProfileRange.of("iop.cycles.unit=0..10/3:linear");
        Crossing crossing = Crossings.of(range, value -> value > 1e-9 ? 2 : 0).found().getFirst();
        assertEquals(0, crossing.below());
        assertTrue(crossing.above() < 0.01, crossing::toString);
    }
}
