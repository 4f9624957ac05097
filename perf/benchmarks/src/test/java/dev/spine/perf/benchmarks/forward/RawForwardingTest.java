package dev.spine.perf.benchmarks.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.forward.ForwardPackets;
import dev.spine.perf.forward.ForwardRoutes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands beside the router in its benchmark does its work. */
class RawForwardingTest {
    private static final int TABLE_BYTES = 4 << 20;

    @ParameterizedTest
    @ValueSource(ints = {1, 5_000})
    void theRawLoopForwardsEachPacketOfALap(int count) {
        ForwardRoutes routes = ForwardRoutes.of(count);
        ForwardPackets packets = new ForwardPackets(routes, new int[] {64}, 4096, 1);
        assertTrue(new RawForwarding(routes, packets, TABLE_BYTES).lap() > 0, "it says so itself when it has not forwarded one");
    }

    @Test
    void aReceiverThatOnlyReadsTheClockSeesEachThatIsDue() {
        assertEquals(2_000, ReadyClock.latencies(20_000, 0.1).getTotalCount());
    }
}
