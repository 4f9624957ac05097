package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.spine.extension.runtime.limits.CodeLimits;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.extension.runtime.report.InstanceReport;
import dev.spine.iop.engine.AgentMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sample.Hoarder;
import sample.Idler;
import sample.Passer;

/** Packets that go a handler's own way fare as a handler's first packets do. */
class PacketPathTest {
    private static final long SEED = Long.getLong("spine.seed", System.nanoTime());
    private static final int ROUNDS = 30;
    /** Fewer than the port of a test has memory for. */
    private static final int PACKETS = 60;

    /** What can be told of an instance, of its quotas and of its card's processor. */
    private record Outcome(List<InstanceReport> reports, List<Long> fuel, AgentMeter meter, int returned, int declined) {}

    private static Outcome run(long seed, int firstPackets) {
        Random random = new Random(seed);
        CodeLimits limits = new CodeLimits(random.nextInt(10) == 0 ? 300 : 100_000, 1_000_000, 2_000 + random.nextInt(20_000), 1 << 20,
            2 << 20, 1_000);
        try (Card card = new Card(new InstanceLimits(4 + random.nextInt(8), 8, 3 + random.nextInt(8), 4, 8, limits))) {
            card.runtime.card().parts().carried().firstPackets(firstPackets);
            int[] numbers = {card.loaded(Hoarder.class), card.loaded(Passer.class)};
            for (int i = 0; i < PACKETS; i++) {
                int what = random.nextInt(40) == 0 ? 5 + random.nextInt(2) * ('F' - 5) : random.nextInt(5);
                card.port.arrive(HoarderPacket.of(what, random.nextInt(12), i));
                if (random.nextInt(20) == 0) {
                    card.settle();
                }
            }
            card.settle();
            List<InstanceReport> reports = new ArrayList<>();
            List<Long> fuel = new ArrayList<>();
            for (int number : numbers) {
                reports.add(card.runtime.report(number));
                fuel.add(Objects.requireNonNull(card.runtime.card().table().get(number)).quotas().used(Quota.FUEL_PER_SECOND));
            }
            return new Outcome(reports, fuel, card.engine.meter(card.kernel), card.port.returned, card.port.declined);
        }
    }

    @Test
    void theOutcomeIsTheSameWhicheverWayPacketsGo() {
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            long seed = random.nextLong();
            Outcome first = run(seed, Integer.MAX_VALUE - 1);
            String where = "spine.seed=" + SEED + " round " + round;
            assertEquals(first, run(seed, 0), where);
            assertEquals(first, run(seed, random.nextInt(PACKETS)), where);
        }
    }

    @Test
    void aVersionHasNoMoreThanSomeHandlersWithWaysOfTheirOwn() {
        try (Card card = new Card()) {
            ExtensionInstance instance = Objects.requireNonNull(card.runtime.card().table().get(card.loaded(Idler.class)));
            Installation<?> installation = new Installation<>(instance, 0, "context", (context, message) -> { });
            for (int i = 0; i < ExtensionVersion.PATHS; i++) {
                assertNotNull(instance.version().pathTo(installation));
            }
            assertNull(instance.version().pathTo(installation));
        }
    }
}
