package dev.spine.perf.benchmarks.livelock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.iop.engine.MachineProfile;
import dev.spine.system.profile.ProfileFile;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What overload does to a host, in virtual time. */
@Tag("SS-54")
class LivelockTest {
    private static final MachineProfile PROFILE = ProfileFile.find("lanai-33 with iop.cycles.unit=0.05"
        + " with host.cycles.unit=0.05 with host.units.application-unit=8000 with host.interrupts=per-burst");
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
        List<LivelockPoint> points = List.of(at(Receiving.DIRECT, 12_000), at(Receiving.DIRECT, 60_000));
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
