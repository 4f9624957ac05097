package dev.spine.perf.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What it costs to reach the parts of a machine, from its card and from its host. */
@Tag("SS-14")
class AccessCostsTest {
    private static final String CARD = "lanai-33";

    private static Map<String, AccessCost> costs(String profile) {
        Map<String, AccessCost> costs = new TreeMap<>();
        AccessCosts.of(profile, 1).forEach(cost -> costs.put(cost.place(), cost));
        return costs;
    }

    @ParameterizedTest
    @ValueSource(strings = {CARD, "lanai-25-sbus", "iop-250", "dpu-pcie5"})
    void aProgramOfTheCardReachesItsEnginesAndItsWireSoonerThanOneOfTheHost(String profile) {
        List<AccessCost> programs = AccessCosts.of(profile, 1).stream().filter(cost -> cost.place().startsWith("program: ")).toList();

        assertEquals(4, programs.size());
        programs.forEach(cost -> assertTrue(cost.cardNs() > 0 && cost.cardNs() < cost.hostNs(), cost::toString));
    }

    @Test
    void aReadOverTheBusIsWaitedForAndAWriteIsNot() {
        AccessCost read = costs(CARD).get(AccessReach.REGISTER_READ.title());
        AccessCost write = costs(CARD).get(AccessReach.REGISTER_WRITE.title());

        // 16 cycles of 30 ns, and five units of code at 0.453 cycles of the host's processor of 200 MHz.
        double code = 5 * 0.453;
        assertEquals(480 + code * 5, read.hostNs(), 0.1);
        assertEquals(96 + code, read.hostCycles(), 0.01);
        assertTrue(read.hostNs() > 5 * write.hostNs() && read.cardNs() > 2 * write.cardNs(), read + " " + write);
    }

    @Test
    void whatIsMeasuredFollowsTheMachine() {
        Map<String, AccessCost> usual = costs(CARD);
        Map<String, AccessCost> slowBus = costs(CARD + " with bus.clock-hz=10000000");
        Map<String, AccessCost> slowEngine = costs(CARD + " with dma.setup-ns=5000");

        for (AccessReach reach : List.of(AccessReach.OWN_MEMORY, AccessReach.OTHER_MEMORY, AccessReach.REGISTER_WRITE,
            AccessReach.DMA_ENGINE)) {
            assertEquals(usual.get(reach.title()), slowBus.get(reach.title()), "nobody waits for the bus");
        }
        for (AccessReach reach : List.of(AccessReach.REGISTER_READ, AccessReach.DMA_WRITE, AccessReach.DMA_READ)) {
            AccessCost before = usual.get(reach.title());
            AccessCost after = slowBus.get(reach.title());
            assertTrue(after.cardNs() > before.cardNs() && after.hostNs() > before.hostNs(), before + " " + after);
        }
        assertTrue(slowEngine.get(AccessReach.DMA_WRITE.title()).cardNs() > 4_000 + usual.get(AccessReach.DMA_WRITE.title()).cardNs());
        assertEquals(usual.get(AccessReach.DMA_ENGINE.title()), slowEngine.get(AccessReach.DMA_ENGINE.title()));
    }

    @Test
    void aReadByDmaWaitsForItsFirstByteAndAWriteDoesNot() {
        Map<String, AccessCost> costs = costs("dpu-pcie5");

        assertTrue(costs.get(AccessReach.DMA_READ.title()).cardNs() > costs.get(AccessReach.DMA_WRITE.title()).cardNs(), costs::toString);
    }
}
