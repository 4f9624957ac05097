package dev.spine.extension.host.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.host.kernel.PlacedNode.Where;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.HostModel;
import dev.spine.host.testkit.EngineKind;
import dev.spine.i2o.Tid;
import dev.spine.iop.engine.DataPlacement;
import dev.spine.iop.engine.Placement;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import programs.Forwarder;
import programs.Witness;

/** Packets that go to a peer from their receive buffers: what their buffers hold later is shown to nobody. */
class PacketsAsDataTest {
    private static final int KEPT = 32;
    /** More than a card waits for an answer. */
    private static final int KEEP_MS = 6_000;

    private static byte[] packet(int port, int value) {
        byte[] data = new byte[400];
        Arrays.fill(data, (byte) value);
        return Packets.udp(port, data);
    }

    @ParameterizedTest
    @CsvSource({"0, CARD", "1, CARD", "0, HOST", "1, HOST"})
    void whatIsFetchedAfterItsSenderHasGivenItUpIsNotWhatItsBufferHoldsThen(int part, Placement packets) {
        try (PlacedNode node = new PlacedNode(Where.HOST, EngineKind.MODELLED, HostModel.MIXED, InstanceLimits.STANDARD,
            PlacedNode.MEMORY_BYTES, new DataPlacement(Placement.CARD, packets))) {
            node.kernelClient.serve(node.iop, node.cardTid);
            int sender = node.cardClient.load(PlacedNode.image(Forwarder.class));
            int receiver = node.kernelClient.load(PlacedNode.image(Witness.class));
            node.kernelClient.send(receiver, 1, KEEP_MS);
            node.cardClient.send(sender, 1, RuntimeProtocol.HOST_IOP, Tid.HOST, receiver, part);
            node.settle();
            for (int i = 0; i < KEPT + 4; i++) {
                node.arrive(packet(7000, i));
                node.node.advance(1_000_000);
            }
            assertEquals(KEPT, counters(node, receiver).get("received"));
            assertEquals(KEPT + 4, node.cardClient.inspect(sender, 0).counters().get("sent"));

            // The receiver has no room for four of them until their sender has them back, and their buffers hold what others say.
            node.node.advance(5_500_000_000L);
            node.arrive(packet(7001, 99));
            node.settle();
            Map<String, Long> ofSender = node.cardClient.inspect(sender, 0).counters();
            assertEquals(4, ofSender.get("reason " + ReturnReason.NO_ANSWER.ordinal()), ofSender::toString);
            for (int i = 0; i < 300; i++) {
                node.arrive(packet(7001, 200));
                node.node.advance(100_000);
            }
            node.node.advance(2_000_000_000L);
            Map<String, Long> seen = counters(node, receiver);
            assertEquals(0, seen.getOrDefault("wrong", 0L), seen::toString);
            assertEquals(KEPT, seen.get("received"));
            assertTrue(node.onHost(node.kernel::undeliverable) >= 4);
            // And it gets what comes now.
            node.arrive(packet(7000, 1));
            node.settle();
            assertEquals(KEPT + 1, counters(node, receiver).get("received"));
            assertEquals(0, counters(node, receiver).getOrDefault("wrong", 0L));
            node.kernelClient.unload(receiver, 0);
            node.cardClient.unload(sender, 0);
        }
    }

    private static Map<String, Long> counters(PlacedNode node, int instance) {
        return node.kernelClient.inspect(instance, 0).counters();
    }
}
