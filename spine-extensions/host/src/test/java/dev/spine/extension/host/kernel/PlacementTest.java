package dev.spine.extension.host.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.Extension;
import dev.spine.extension.host.kernel.PlacedNode.Where;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.host.driver.HostModel;
import dev.spine.host.testkit.EngineKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import programs.Copier;
import programs.Offender;
import programs.PacketEcho;
import programs.PingPong;
import programs.Summer;
import programs.Ticker;

/** The same class files do the same on the card and on the host, on every engine and host model: answers, counters, and fuel. */
@Tag("SO-18")
@Tag("SS-02")
@Tag("SS-23")
@Tag("SS-26")
class PlacementTest {
    private static final long SEED = Long.getLong("spine.seed", 4_711);

    /** A program and what it is told. */
    enum Program {
        PING_PONG(PingPong.class, (node, instance) -> List.of(node.order(instance, 0, 7), node.order(instance, 40, 3),
            node.order(instance, 150, -1))),
        TICKER(Ticker.class, (node, instance) -> List.of(node.order(instance, 1), node.order(instance, 6), node.order(instance, 9))),
        SUMMER(Summer.class, (node, instance) -> List.of(node.order(instance, 4), node.orderBulk(instance, data(1), 1),
            node.orderBulk(instance, data(4_096), 2), node.orderBulk(instance, data(9_001), 3), node.order(instance, 5))),
        COPIER(Copier.class, (node, instance) -> List.of(node.order(instance, 64, 1), node.order(instance, 4_096, 32),
            node.order(instance, 20_000, 5), node.order(instance, 300_000, 1))),
        PACKETS(PacketEcho.class, Program::packets),
        THROWS(Offender.class, (node, instance) -> fails(node, instance, 1)),
        EATS_FUEL(Offender.class, (node, instance) -> fails(node, instance, 2)),
        HOARDS(Offender.class, (node, instance) -> fails(node, instance, 3)),
        RECURSES(Offender.class, (node, instance) -> fails(node, instance, 4)),
        NAMES_NO_HANDLER(Offender.class, (node, instance) -> fails(node, instance, 5));

        private final Class<? extends Extension> type;
        @SuppressWarnings("ImmutableEnumChecker")
        private final BiFunction<PlacedNode, Integer, List<String>> script;

        Program(Class<? extends Extension> type, BiFunction<PlacedNode, Integer, List<String>> script) {
            this.type = type;
            this.script = script;
        }

        private static byte[] data(int bytes) {
            byte[] data = new byte[bytes];
            new Random(SEED + bytes).nextBytes(data);
            return data;
        }

        private static List<String> packets(PlacedNode node, int instance) {
            for (int bytes = 60; bytes < 1_500; bytes += 211) {
                node.arrive(Packets.udp(7000, data(bytes)));
                // Nobody's: it must disturb nothing.
                node.arrive(Packets.udp(7001, data(bytes)));
            }
            List<String> seen = new ArrayList<>(node.awaitSent(7));
            seen.add(node.order(instance, 9));
            return seen;
        }

        private static List<String> fails(PlacedNode node, int instance, int harm) {
            List<String> seen = new ArrayList<>();
            seen.add(node.order(instance, 77));
            node.client().send(instance, 1, harm);
            // Another instance goes on as if nothing had been; its answer comes after the harm was done.
            int neighbour = node.load(PingPong.class);
            seen.add(node.order(neighbour, 20, 3));
            node.client().unload(neighbour, 0);
            assertFalse(node.client().inspect(instance, 0).failure().isEmpty(), "the instance should have been stopped");
            return seen;
        }

        /** Everything that can be seen of a run, without what depends on the place: times and memory. */
        List<String> run(Where where, EngineKind kind, HostModel model) {
            try (PlacedNode node = new PlacedNode(where, kind, model, InstanceLimits.STANDARD)) {
                int instance = node.load(type);
                List<String> seen = new ArrayList<>(script.apply(node, instance));

                InstanceStatus status = node.client().inspect(instance, 0);
                assertTrue(status.number("fuel") > 0);
                for (String key : List.of("activations", "dropped", "fuel", "mostFuel", "refusedTransfers")) {
                    seen.add(key + " " + status.number(key));
                }
                seen.add(status.counters().toString());
                seen.add("failure " + status.failure());
                node.client().unload(instance, 0);
                assertTrue(node.client().list(0).isEmpty());
                return seen;
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aProgramDoesTheSameAtBothPlacesOnEveryEngineAndHostModel(Program program) {
        List<String> expected = program.run(Where.CARD, EngineKind.MODELLED, HostModel.MIXED);
        for (EngineKind kind : EngineKind.values()) {
            assertEquals(expected, program.run(Where.CARD, kind, HostModel.MIXED), () -> "on the card, " + kind + ", seed " + SEED);
            for (HostModel model : HostModel.values()) {
                assertEquals(expected, program.run(Where.HOST, kind, model),
                    () -> "on the host, " + kind + ", " + model + ", seed " + SEED);
            }
        }
    }
}
