package dev.spine.perf.panic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The series of PANIC on this machine's clock: they run to their end; what they take is for no test to say. */
class LiveRoundTripsTest {
    @Test
    void allFourRunAndHaveATimeForEachSize() {
        LiveRoundTrips times = LiveRoundTrips.run(List.of(64, 2_048), 1);

        assertEquals(List.of(64.0, 2_048.0), times.sizes());
        for (List<Double> series : List.of(times.cards(), times.memories(), times.applications(), times.api())) {
            assertEquals(2, series.size());
            assertTrue(series.stream().allMatch(us -> us > 0), times::toString);
        }
    }
}
