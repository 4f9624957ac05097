package dev.spine.perf.benchmarks.livelock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.iop.engine.MachineProfile;
import dev.spine.system.profile.ProfileFile;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What overload does to a host, in virtual time, beside a card that keeps up with its wire. */
@Tag("SS-54")
class LivelockTest {
    private static final MachineProfile PROFILE = ProfileFile.find("iop-250 with iop.clock=1GHz");
    private static final long NS = 40_000_000;

    private static LivelockPoint at(Receiving receiving, double perSecond) {
        return LivelockBench.measure(PROFILE, receiving, perSecond, NS);
    }

    @Test
    void bothDeliverEverythingWithoutOverload() {
        for (Receiving receiving : Receiving.values()) {
            LivelockPoint point = at(receiving, 5_000);
            assertEquals(point.offered(), point.delivered(), point.offered() * 0.03, receiving.toString());
        }
    }

    @Test
    void withoutLazyProcessingDeliveryFallsUnderOverloadAndOtherSocketsSuffer() {
        List<LivelockPoint> points = List.of(at(Receiving.DIRECT, 25_000), at(Receiving.DIRECT, 60_000));
        assertTrue(points.get(1).delivered() < points.get(0).delivered() / 5, points::toString);
        assertTrue(points.get(1).quietDelivered() < points.get(1).quietOffered() / 2, points::toString);
    }

    @Test
    void withLazyProcessingDeliveryIsFlatAndOtherSocketsAreServed() {
        List<LivelockPoint> points = List.of(at(Receiving.LAZY, 20_000), at(Receiving.LAZY, 35_000));
        assertTrue(points.get(1).delivered() > points.get(0).delivered() * 0.9, points::toString);
        assertTrue(points.get(1).quietDelivered() > points.get(1).quietOffered() * 0.95, points::toString);
    }
}
