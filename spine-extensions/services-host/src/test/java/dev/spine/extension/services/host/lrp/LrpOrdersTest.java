package dev.spine.extension.services.host.lrp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.LoadedExtension;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.harness.SimulatedNetwork;
import dev.spine.extension.harness.UdpFrame;
import dev.spine.extension.host.LentBuffers;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.services.lrp.LrpExtension;
import dev.spine.extension.services.lrp.LrpProtocol;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sample.foreignorder.ForeignOrder;

/** Sockets belong to the host of the card: what others order changes none of them, sends nothing, and is counted by where it came from. */
class LrpOrdersTest {
    private static final int UDP = 17;
    private static final int FRAME_BYTES = 60;
    private static final int AGAIN = 11;
    private static final int RETURNED = 10;
    private static final String OF_PEER = "orders refused: of a peer";
    private static final String OF_NODE = "orders refused: of another node";
    private static final byte[] IMAGE = PackagedExtension.image("lrp", LrpExtension.class);
    /** Handler, bytes of data, words: each of them would be right if it came from the host. */
    private static final int[][] ORDERS = {{LrpProtocol.OPEN, 0, 1, UDP, 7001, 0, 0, 0, 8, 8}, {LrpProtocol.CREDIT, 0, 0, 64},
        {LrpProtocol.ASK, 0, 0}, {LrpProtocol.SEND, FRAME_BYTES, 0}, {LrpProtocol.CLOSE, 0, 0}};

    /** Has a stranger order whatever the host can, while the host's socket has a window of 2 packets and the wire brings 8. */
    private static void refusesOrders(SimulatedCard card, LoadedExtension stranger, String counter) {
        int instance = card.runtime().load(IMAGE, LoadOptions.OF_NODE);
        try (LrpReceiver receiver = new LrpReceiver(card.runtime(), card.host(), card.tasks(), instance, new LentBuffers(8, 2_048))) {
            LrpSocket socket = receiver.open(LrpFlow.udp(7000), 8, 2);
            card.settle();
            for (int[] order : ORDERS) {
                stranger.send(3, order);
                card.settle();
            }
            for (int i = 0; i < 8; i++) {
                card.receive(UdpFrame.of(card.hardwareAddress(), 7000, "packet"));
                card.settle();
            }
            Map<String, Long> counters = card.runtime().inspect(instance, 0).counters();
            assertEquals(ORDERS.length, counters.get(counter), counters.toString());
            assertEquals(0, counters.get("frames sent"));
            assertEquals(2, card.tasks().call(socket::received), "its window, and no credits of a stranger");
            assertEquals(List.of(), card.hostMessages(), "the host hears of nothing that it has not asked for");
            // The stranger's socket of this number does not exist.
            receiver.open(LrpFlow.udp(7001), 8, 2);
        }
        card.settle();
        card.runtime().unload(instance, 0);
    }

    @ParameterizedTest
    @EnumSource
    void aPeerCardCanNeitherOpenNorFeedNorCloseSocketsNorSend(HarnessEngine engine) {
        try (SimulatedCard card = SimulatedCard.empty().peer(ForeignOrder.class).on(engine).withoutTrace().start()) {
            LoadedExtension stranger = card.peerExtension(0);
            stranger.send(1, card.cardIopId(), card.cardTid(), 1);
            card.settle();
            refusesOrders(card, stranger, OF_PEER);
        }
    }

    @Test
    void anotherNodeCanNeitherOpenNorFeedNorCloseSocketsNorSend() {
        try (SimulatedNetwork network = SimulatedNetwork.of(2, HarnessEngine.MODELLED, 1, SimulatedCard.empty().withoutTrace())) {
            SimulatedCard card = network.card(0);
            LoadedExtension stranger = network.card(1).load(ForeignOrder.class);
            stranger.send(2, (int) (card.hardwareAddress() >>> 32), (int) card.hardwareAddress(), 1);
            card.settle();
            refusesOrders(card, stranger, OF_NODE);
        }
    }

    @Test
    void whatOnlyTheCardItselfTellsIsBelievedOfNobodyElse() {
        try (SimulatedCard card = SimulatedCard.with(LrpExtension.class).peer(ForeignOrder.class).withoutTrace().start()) {
            LoadedExtension stranger = card.peerExtension(0);
            stranger.send(1, card.cardIopId(), card.cardTid(), 1);
            card.settle();
            stranger.send(3, AGAIN, 0);
            stranger.send(3, RETURNED, 0);
            card.settle();
            assertEquals(2, card.extension().counter(OF_PEER));
            assertEquals(0, card.extension().counter("packets that the host did not take"));
            card.send(AGAIN);
            card.send(RETURNED);
            card.settle();
            assertEquals(2, card.extension().counter("messages malformed"));
            assertEquals(2, card.extension().counter(OF_PEER));
        }
    }
}
