package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.spine.extension.api.Route;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.Collector;
import sample.WayTeller;

/** A peer may talk to extensions; what runs on the card is the host's affair. */
class PeerControlTest {
    private static final int ORGANIZATION = OrganizationId.SPINE << 16;
    private static final int[] CONTROL = {RuntimeProtocol.LOAD, RuntimeProtocol.UNLOAD, RuntimeProtocol.LIST, RuntimeProtocol.LISTEN};

    private final Card card = new Card();
    private final PeerOfCard peer = card.connectPeer();

    @AfterEach
    void close() {
        card.close();
    }

    @Test
    void peersCanNeitherLoadNorUnloadNorListNorListen() {
        card.listen();
        byte[] image = Card.image(Collector.class);
        card.write(image);
        int instance = card.loaded(Collector.class);
        for (int code : CONTROL) {
            // A simple element that ends the list and its buffer; the target reads.
            List<MessageFrame> replies = peer.ask(Function.PRIVATE, 0, ORGANIZATION | code, instance, 0xD400_0000 | image.length,
                (int) card.hostMemory.base());
            assertEquals(1, replies.size());
            assertEquals(DetailedStatus.INVALID_INITIATOR_ADDRESS, replies.getFirst().detailedStatus(), "function " + code);
        }
        assertEquals(CONTROL.length, card.kernel.counters().get(Counter.CONTROL_REFUSED));
        assertNotNull(card.runtime.card().table().get(instance), "the host's extension stays");
        assertEquals(1, card.loadedInstances(), "and no other has come");
        assertEquals(42, card.order(instance, 2));
        assertEquals(0, card.runtime.card().parts().memory().used());
    }

    @Test
    @Tag("SS-21")
    void peersCanSendMessagesToExtensions() {
        card.listen();
        int instance = card.loaded(Collector.class);
        int[] words = new int[12];
        words[0] = 2;
        assertEquals(List.of(), peer.ask(Function.SMALL_MESSAGE,
            RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, 1), 0, RuntimeProtocol.KIND_SMALL), words));
        assertEquals(42, card.replies().getFirst().word(4));
    }

    private List<Route.Way> ways() {
        return card.replies().stream().map(reply -> Route.Way.values()[reply.word(4)]).toList();
    }

    @Test
    void anExtensionIsToldWhichWayAMessageHasComeWhateverItsSenderWrites() {
        card.listen();
        int instance = card.loaded(WayTeller.class);
        card.small(instance, 1, 0);
        assertEquals(List.of(Route.Way.HOST), ways());
        card.small(instance, 1, 1);
        assertEquals(List.of(Route.Way.HOST, Route.Way.LOCAL), ways());
        card.small(instance, 1, 2);
        assertEquals(List.of(Route.Way.HOST, Route.Way.NONE), ways());
        for (int kind : new int[] {RuntimeProtocol.KIND_SMALL, RuntimeProtocol.KIND_CREDITED}) {
            peer.ask(Function.SMALL_MESSAGE, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, 1), 0, kind), new int[12]);
            assertEquals(List.of(Route.Way.PEER), ways(), "kind " + kind);
        }
    }
}
