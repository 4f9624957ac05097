package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.i2o.MessageFrame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.Collector;
import sample.Passer;

/** Several extensions on one card: who gets a packet, and who gets it next. */
@Tag("SO-08")
@Tag("SN-10")
class PacketOrderTest {
    private final Card card = new Card();
    private int collector;
    private int passer;

    @BeforeEach
    void load() {
        card.listen();
        collector = card.loaded(Collector.class);
        passer = card.loaded(Passer.class);
    }

    @AfterEach
    void close() {
        card.close();
    }

    private void arrive(byte[] packet) {
        card.port.arrive(packet);
        card.settle();
    }

    private long counter(int number, String name) {
        ExtensionInstance instance = card.runtime.card().table().get(number);
        return instance == null ? -1 : instance.counters().counter(name).value();
    }

    private void assertSeen(int early, int collected, int late) {
        assertEquals(early, counter(passer, "seen early"));
        assertEquals(60L * collected, counter(collector, "bytes seen"));
        assertEquals(late, counter(passer, "seen late"));
    }

    @Test
    void aPassedPacketGoesToTheNextInOrderAndOneThatIsNotPassedStops() {
        arrive(UdpPacket.to(7000, 'x', 'y'));
        assertSeen(1, 1, 0);
        assertEquals(0, card.port.declined);
        assertEquals(1, card.port.home.size());
    }

    @Test
    void aPacketThatAllHavePassedGoesOnAsIfNobodyHadWantedIt() {
        arrive(UdpPacket.to(7001, 'x', 'y'));
        assertSeen(1, 0, 1);
        assertEquals(1, card.port.declined);
        assertEquals(1, card.port.home.size());
    }

    @Test
    void aPacketThatIsKeptAndPassedGoesHomeWhenItsLastHolderLetsGo() {
        arrive(UdpPacket.to(7000, 'K', 'Y'));
        assertSeen(1, 1, 0);
        assertEquals(0, card.port.home.size());
        assertEquals('Y', card.order(collector, 3), "the collector has kept it, too");
        assertEquals(0, card.port.home.size());
        assertEquals('Y', card.order(passer, 0), "and lets go after it was read");
        card.settle();
        assertEquals(1, card.port.home.size());
    }

    @Test
    void aKeptPacketIsWhatTheHostGetsToo() {
        arrive(UdpPacket.to(7001, 'K', 'Z'));
        assertEquals(1, card.port.declined);
        assertEquals(0, card.port.home.size());
        assertEquals('Z', card.order(passer, 0));
        card.settle();
        assertEquals(1, card.port.home.size());
    }

    @Test
    void aHandlerThatFailsHasNotPassedItsPacketAndTheNextPacketGoesToTheOthers() {
        arrive(UdpPacket.to(7000, 'F', 'x'));
        assertFalse(card.runtime.card().table().get(passer).isRunning());
        assertSeen(1, 0, 0);
        assertEquals(1, card.port.home.size());
        arrive(UdpPacket.to(7000, 'F', 'x'));
        assertSeen(1, 1, 0);
        assertEquals(2, card.port.home.size());
    }

    @Test
    void aUserCannotTakePacketsBeforeOthersAndTheNodeAndAdministratorsCan() throws ExtensionException {
        MessageFrame refused = card.load(Card.image(Passer.class), LoadOptions.ownedBy(7));
        assertNotEquals(0, refused.requestStatus());
        String verdict = card.verdict(refused);
        assertTrue(verdict.contains("priority numbers below 0 are the operator's"), verdict);
        assertEquals(2, card.loadedInstances());
        card.runtime.card().parts().owners().limit(8, OwnerLimits.UNLIMITED, 0);
        assertEquals(0, card.load(Card.image(Passer.class), LoadOptions.ownedBy(8)).requestStatus(), "an administrator's");
        card.runtime.card().parts().owners().limit(8, OwnerLimits.STANDARD, 0);
        assertNotEquals(0, card.load(Card.image(Passer.class), LoadOptions.ownedBy(8)).requestStatus(), "not any more");
    }

    @Test
    void ofTwoUsersWithTheSameFilterTheFirstOneGetsThePacketWhateverTheOtherDoes() {
        card.unload(collector);
        card.unload(passer);
        card.replies();
        int first = card.loaded(LoadOptions.ownedBy(7), Collector.class);
        int second = card.loaded(LoadOptions.ownedBy(8), Collector.class);
        arrive(UdpPacket.to(7000, 'x', 'y'));
        assertEquals(60, counter(first, "bytes seen"));
        assertEquals(0, counter(second, "bytes seen"));
        card.unload(first);
        card.replies();
        arrive(UdpPacket.to(7000, 'x', 'y'));
        assertEquals(60, counter(second, "bytes seen"));
    }

    @Test
    void unloadingTakesAnExtensionOutOfTheOrder() {
        card.unload(collector);
        card.replies();
        arrive(UdpPacket.to(7000, 'x', 'y'));
        assertEquals(1, counter(passer, "seen late"));
        assertEquals(1, card.port.declined);
    }
}
