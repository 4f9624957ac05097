package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.RuntimeAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sample.Foreseer;
import sample.Passer;

/** What an extension is told of packets that will come to it. */
class UpcomingPacketsTest {
    private final Card card = new Card();
    private int foreseer;

    @BeforeEach
    void load() {
        card.listen();
        foreseer = card.loaded(Foreseer.class);
    }

    @AfterEach
    void close() {
        card.close();
    }

    private void assertCounter(long expected, String name) {
        ExtensionInstance instance = card.runtime.card().table().get(foreseer);
        assertEquals(expected, instance == null ? -1 : instance.counters().counter(name).value(), name);
    }

    @Test
    void packetsOfABurstAreKnownBeforeTheyCome() {
        card.port.arriveTogether(UdpPacket.to(7000, 0, 0, 0, 1), UdpPacket.to(7000, 0, 0, 0, 10), UdpPacket.to(7000, 0, 0, 0, 100));
        card.settle();
        assertCounter(111, "come");
        assertCounter(110, "ahead 1");
        assertCounter(100, "ahead 2");
        assertCounter(0, "ahead 3");
        assertCounter(0, "ahead 0");
    }

    @Test
    void whatIsNoPacketAheadOrOutsideOfItIsZero() {
        card.port.arriveTogether(UdpPacket.to(7000, 0, 0, 0, 1), UdpPacket.to(7000, 0, 0, 0, 10));
        card.settle();
        assertCounter(11, "come");
        assertCounter(0, "beyond");
    }

    @Test
    void aPacketForNobodyOrForAnotherIsNotShown() {
        card.port.arriveTogether(UdpPacket.to(7000, 0, 0, 0, 1), UdpPacket.to(9, 0, 0, 0, 10), UdpPacket.to(7000, 0, 0, 0, 100));
        card.settle();
        assertCounter(101, "come");
        assertCounter(0, "ahead 1");
        assertCounter(100, "ahead 2");
    }

    @Test
    void aPacketThatComesToAnotherExtensionFirstIsNotShown() {
        card.loaded(Passer.class);
        card.port.arriveTogether(UdpPacket.to(7000, 0, 0, 0, 1), UdpPacket.to(7000, 0, 0, 0, 10), UdpPacket.to(7000, 0, 0, 0, 100));
        card.settle();
        assertCounter(111, "come");
        assertCounter(0, "ahead 1");
        assertCounter(0, "ahead 2");
    }

    @Test
    void nothingIsKnownOfPacketsThatComeOneByOneNorAfterTheBurst() {
        card.port.arriveTogether(UdpPacket.to(7000, 0, 0, 0, 1), UdpPacket.to(7000, 0, 0, 0, 10));
        card.settle();
        card.port.arriveTogether(UdpPacket.to(7000, 0, 0, 0, 100));
        card.settle();
        assertCounter(111, "come");
        assertCounter(10, "ahead 1");
        card.small(foreseer, 1);
        card.settle();
        assertCounter(0, "later");
    }

    @Test
    void aMessageThatIsNoPacketKnowsNoneAhead() {
        assertEquals(0, RuntimeAccess.newMessage().ahead(1, 0));
        assertEquals(Message.Kind.SMALL, RuntimeAccess.newMessage().kind());
    }
}
