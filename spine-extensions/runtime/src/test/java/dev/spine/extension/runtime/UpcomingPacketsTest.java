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

    private static byte[] udp(int port, int data) {
        byte[] packet = new byte[60];
        packet[12] = 8;
        packet[14] = 0x45;
        packet[23] = 17;
        packet[36] = (byte) (port >> 8);
        packet[37] = (byte) port;
        packet[45] = (byte) data;
        return packet;
    }

    private void assertCounter(long expected, String name) {
        ExtensionInstance instance = card.runtime.instance(foreseer);
        assertEquals(expected, instance == null ? -1 : instance.counters().counter(name).value(), name);
    }

    @Test
    void packetsOfABurstAreKnownBeforeTheyCome() {
        card.port.arriveTogether(udp(7000, 1), udp(7000, 10), udp(7000, 100));
        card.settle();
        assertCounter(111, "come");
        assertCounter(110, "ahead 1");
        assertCounter(100, "ahead 2");
        assertCounter(0, "ahead 3");
        assertCounter(0, "ahead 0");
    }

    @Test
    void whatIsNoPacketAheadOrOutsideOfItIsZero() {
        card.port.arriveTogether(udp(7000, 1), udp(7000, 10));
        card.settle();
        assertCounter(11, "come");
        assertCounter(0, "beyond");
    }

    @Test
    void aPacketForNobodyOrForAnotherIsNotShown() {
        card.port.arriveTogether(udp(7000, 1), udp(9, 10), udp(7000, 100));
        card.settle();
        assertCounter(101, "come");
        assertCounter(0, "ahead 1");
        assertCounter(100, "ahead 2");
    }

    @Test
    void aPacketThatComesToAnotherExtensionFirstIsNotShown() {
        card.loaded(Passer.class);
        card.port.arriveTogether(udp(7000, 1), udp(7000, 10), udp(7000, 100));
        card.settle();
        assertCounter(111, "come");
        assertCounter(0, "ahead 1");
        assertCounter(0, "ahead 2");
    }

    @Test
    void nothingIsKnownOfPacketsThatComeOneByOneNorAfterTheBurst() {
        card.port.arriveTogether(udp(7000, 1), udp(7000, 10));
        card.settle();
        card.port.arriveTogether(udp(7000, 100));
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
