package dev.spine.extension.runtime.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** When a frame is sent again. */
class RoundTripTest {
    private static final long DELAY_NS = NetworkSettings.MAX_ANSWER_DELAY_NS;
    private static final long TRIP_NS = 2_000_000;

    @Test
    void theOtherEndMayKeepAnAnswerBesideTheRoundTrip() {
        RoundTrip trip = new RoundTrip(NetworkSettings.STANDARD.withAnswerDelay(DELAY_NS));
        assertEquals(NetworkSettings.STANDARD.firstTimeoutNs() + DELAY_NS, trip.timeoutNs());
        for (int i = 0; i < 100; i++) {
            trip.measured(TRIP_NS);
        }
        assertTrue(trip.timeoutNs() >= TRIP_NS + DELAY_NS, () -> trip.timeoutNs() + " ns");
        trip.reset();
        assertEquals(NetworkSettings.STANDARD.firstTimeoutNs() + DELAY_NS, trip.timeoutNs());
    }
}
