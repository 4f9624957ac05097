package dev.spine.extension.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sample.relay.Relay;

class SimulatedNetworkTest {
    @ParameterizedTest
    @EnumSource
    void extensionsOfSeveralNodesReachEachOther(HarnessEngine engine) {
        try (SimulatedNetwork network = SimulatedNetwork.of(3, engine, 1, SimulatedCard.with(Relay.class))) {
            for (int from = 0; from < 3; from++) {
                SimulatedCard to = network.card((from + 1) % 3);
                network.card(from).send(2, (int) (to.hardwareAddress() >>> 32), (int) to.hardwareAddress(), 10 * from);
                assertEquals(10 * from + 1, to.awaitHostMessage(9).word(0));
            }
        }
    }

    /** The peer's host handlers are the peer's: what it sends to the host is told of there. */
    @Test
    void extensionsOfOneNodeReachEachOther() {
        try (SimulatedCard card = SimulatedCard.with(Relay.class).peer(Relay.class).start()) {
            card.send(1, card.peerIopId(), card.peerTid());
            assertEquals(6, card.awaitHostMessageOfPeer(9).word(0));
        }
    }
}
