package dev.spine.extension.interfaces.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.extension.api.Extension;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.host.library.InterfaceException;
import dev.spine.extension.interfaces.GamExtension;
import dev.spine.extension.interfaces.MpiExtension;
import dev.spine.extension.interfaces.UNetExtension;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.host.driver.Pending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sample.forger.Forger;

/** A reset of its card ends a library: another extension has the number of its card half, and gets neither messages nor memory of it. */
class ResetLibraryTest {
    private static SimulatedCard card(Class<? extends Extension> cardHalf, List<NodeAddress> addresses) {
        SimulatedCard card = SimulatedCard.empty().on(HarnessEngine.MODELLED).withoutTrace().start();
        int instance = card.runtime().load(PackagedExtension.image("half", cardHalf), LoadOptions.OF_NODE);
        addresses.add(new NodeAddress(card.hardwareAddress(), instance));
        return card;
    }

    private static HostSide side(SimulatedCard card) {
        return new HostSide(card.runtime(), card.host(), card.hostMemory(), card.tasks());
    }

    /** The card is reset, and another extension has the number of the card half. */
    private static int successor(SimulatedCard card, NodeAddress before) {
        card.restart();
        int another = card.runtime().load(PackagedExtension.image("another", Forger.class), LoadOptions.OF_NODE);
        assertEquals(before.instance(), another);
        return another;
    }

    private static void assertHearsNothing(SimulatedCard card, int another) {
        card.pass(Duration.ofMillis(20));
        assertEquals(0, card.runtime().inspect(another, 0).number("activations"));
        assertEquals(0, card.runtime().inspect(another, 0).number("droppedNoHandler"));
        card.runtime().unload(another);
    }

    @Test
    void anEndpointIsNotGrantedToWhoeverHasTheNumberNow() {
        List<NodeAddress> addresses = new ArrayList<>();
        try (SimulatedCard card = card(UNetExtension.class, addresses)) {
            UNetNode node = new UNetNode(side(card), 0, addresses);
            UNetEndpoint endpoint = node.open(0, 2);
            int another = successor(card, addresses.getFirst());
            assertThrows(InterfaceException.class, () -> node.open(1, 2));
            endpoint.close();
            assertHearsNothing(card, another);
        }
    }

    @Test
    void activeMessagesFailThatNobodyAnswersAnyMore() {
        List<NodeAddress> addresses = new ArrayList<>();
        try (SimulatedCard card = card(GamExtension.class, addresses)) {
            addresses.add(new NodeAddress(0x0200_0000_0099L, 1));
            GamEndpoint endpoint = new GamEndpoint(side(card), 0, addresses, 4096);
            List<Pending<int[]>> asked = card.tasks().call(() -> IntStream.range(0, 20)
                .mapToObj(_ -> endpoint.startPut(1, 0, new byte[100])).toList());
            int another = successor(card, addresses.getFirst());
            asked.forEach(each -> assertInstanceOf(InterfaceException.class, each.failure()));
            assertThrows(InterfaceException.class, () -> endpoint.get(0, 0, 4));
            assertHearsNothing(card, another);
        }
    }

    @Test
    void messagesOfACommunicatorFailThatNobodyAnswersAnyMore() {
        List<NodeAddress> addresses = new ArrayList<>();
        try (SimulatedCard card = card(MpiExtension.class, addresses)) {
            addresses.add(new NodeAddress(0x0200_0000_0099L, 1));
            MpiCommunicator communicator = new MpiCommunicator(side(card), 0, addresses);
            Pending<MpiMessage> message = card.tasks().call(() -> communicator.startReceive(1, 5, 10));
            Pending<Integer> sent = card.tasks().call(() -> communicator.startSend(1, 5, new byte[100]));
            int another = successor(card, addresses.getFirst());
            assertInstanceOf(InterfaceException.class, message.failure());
            assertInstanceOf(InterfaceException.class, sent.failure());
            assertThrows(InterfaceException.class, () -> communicator.send(1, 5, new byte[1]));
            assertHearsNothing(card, another);
        }
    }
}
