package dev.spine.extension.interfaces.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.LoadedExtension;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.interfaces.GamExtension;
import dev.spine.extension.interfaces.GamProtocol;
import dev.spine.extension.interfaces.MpiExtension;
import dev.spine.extension.interfaces.MpiProtocol;
import dev.spine.extension.interfaces.UNetExtension;
import dev.spine.extension.interfaces.UNetProtocol;
import dev.spine.host.driver.Pending;
import java.util.List;
import org.junit.jupiter.api.Test;
import sample.forger.Forger;

/** An extension beside the card half of an interface tells the library what the card half would: nothing of it is taken. */
class ForeignLibraryMessagesTest {
    /** The forger's handler that tells its host. */
    private static final int NOTIFY = 3;

    @Test
    void repliesBytesAndRequestsOfAnotherExtensionAreNoneOfActiveMessages() {
        try (TestNodes nodes = new TestNodes(2, HarnessEngine.MODELLED, GamExtension.class)) {
            HostSide side = nodes.side(0);
            GamEndpoint asks = new GamEndpoint(side, 0, nodes.addresses, 4096);
            GamEndpoint answers = new GamEndpoint(nodes.side(1), 1, nodes.addresses, 4096);
            nodes.acceptHoldings();
            int[] called = new int[1];
            answers.onRequest(1, (source, arguments) -> new int[] {42});
            asks.onRequest(1, (source, arguments) -> {
                called[0]++;
                return new int[0];
            });
            byte[] bytes = {1, 2, 3, 4};
            answers.put(1, 0, bytes);
            LoadedExtension forger = nodes.network.card(0).load(Forger.class);
            Pending<int[]> reply = side.tasks().call(() -> asks.startRequest(1, 1));
            forger.send(NOTIFY, GamProtocol.HOST_REPLY, 0, 0, 66);
            forger.send(NOTIFY, GamProtocol.HOST_DONE, 0, GamProtocol.BUSY);
            forger.send(NOTIFY, GamProtocol.HOST_REQUEST, 1 << 16 | 1, 0);
            forger.send(NOTIFY, GamProtocol.HOST_DATA, 0, 4);
            side.tasks().await("the reply", reply::isDone);
            assertEquals(42, reply.get()[0]);
            assertArrayEquals(bytes, asks.get(1, 0, 4));
            nodes.network.settle();
            assertEquals(4, side.tasks().call(asks::foreign));
            assertEquals(0, side.tasks().call(asks::unexpected));
            assertEquals(0, called[0]);
        }
    }

    @Test
    void messagesOfAnotherExtensionAreNoneOfACommunicator() {
        try (TestNodes nodes = new TestNodes(2, HarnessEngine.MODELLED, MpiExtension.class)) {
            HostSide side = nodes.side(0);
            List<MpiCommunicator> ranks = List.of(new MpiCommunicator(side, 0, nodes.addresses),
                new MpiCommunicator(nodes.side(1), 1, nodes.addresses));
            nodes.acceptHoldings();
            LoadedExtension forger = nodes.network.card(0).load(Forger.class);
            Pending<MpiMessage> message = side.tasks().call(() -> ranks.getFirst().startReceive(1, 5, 10));
            forger.send(NOTIFY, MpiProtocol.HOST_RECEIVED, 0, 1, 5, 0, MpiProtocol.DONE);
            forger.send(NOTIFY, MpiProtocol.HOST_SENT, 0, MpiProtocol.BUSY);
            forger.send(NOTIFY, MpiProtocol.HOST_DATA, 0, 2);
            nodes.network.settle();
            assertFalse(side.tasks().call(message::isDone));
            ranks.get(1).send(0, 5, new byte[] {7, 8});
            side.tasks().await("the message", message::isDone);
            assertArrayEquals(new byte[] {7, 8}, message.get().data());
            assertEquals(3, side.tasks().call(ranks.getFirst()::foreign));
        }
    }

    @Test
    void endpointsAreMadeBoundAndEndedByUNetAlone() {
        try (TestNodes nodes = new TestNodes(2, HarnessEngine.MODELLED, UNetExtension.class)) {
            HostSide side = nodes.side(0);
            UNetNode node = new UNetNode(side, 0, nodes.addresses);
            nodes.acceptHoldings();
            LoadedExtension forger = nodes.network.card(0).load(Forger.class);
            // They come while the host waits for the card half's own answer, some before and some after.
            for (int i = 0; i < 20; i++) {
                forger.send(NOTIFY, UNetProtocol.HOST_OPEN, 0, UNetProtocol.NO_MEMORY);
                forger.send(NOTIFY, UNetProtocol.HOST_BOUND, 0, 3, UNetProtocol.NO_MEMORY);
            }
            try (UNetEndpoint endpoint = node.open(0, 2)) {
                nodes.network.settle();
                for (int i = 0; i < 20; i++) {
                    forger.send(NOTIFY, UNetProtocol.HOST_BOUND, 0, 3, UNetProtocol.NO_MEMORY);
                }
                endpoint.bind(3, 1, 0);
                forger.send(NOTIFY, UNetProtocol.HOST_READY, 0, 3);
                forger.send(NOTIFY, UNetProtocol.HOST_CLOSED, 0);
                nodes.network.settle();
                assertEquals(62, side.tasks().call(node::foreign));
            }
        }
    }
}
