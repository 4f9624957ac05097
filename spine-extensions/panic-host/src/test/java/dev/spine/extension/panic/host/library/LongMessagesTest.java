package dev.spine.extension.panic.host.library;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.panic.card.PacketHeader;
import dev.spine.extension.panic.machine.Fault;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages that are longer than a packet go in parts, and are one message again. */
class LongMessagesTest {
    private static final String SINK =
        "PROGRAM Sink ID 61: VAR n, bytes, x[1024]; TRIGGERS 1; BEGIN END;"
            + " MESSAGE 1: BEGIN COPY x[0] OFFSET 0 LEN LENGTH; bytes = LENGTH; n = n + 1 END; END;";
    private static final int MOST = 4_096;

    @ParameterizedTest
    @EnumSource
    void aMessageOfFourThousandBytesCrossesTheWireBothWays(HarnessEngine engine) {
        try (TestNodes nodes = new TestNodes(2, engine)) {
            PanicCard first = nodes.cards.get(0);
            PanicCard second = nodes.cards.get(1);
            second.run(second.load(TestNodes.compile("PROGRAM Echo ID 2: TRIGGERS 1; BEGIN END;"
                + " MESSAGE 1: BEGIN SEND PACKET[0] LEN LENGTH AS 2 TO 1 AT SENDER END; END;")));
            first.run(first.load(TestNodes.compile("PROGRAM Ask ID 1: VAR n, x[1024], y[1024], bytes; TRIGGERS 2; BEGIN"
                + " WHILE n < 1024 DO BEGIN x[n] = n * n + 5; n = n + 1 END; SEND x[0] LEN 4096 AS 1 TO 2 AT " + nodes.address(1)
                + " END; MESSAGE 2: BEGIN COPY y[0] OFFSET 0 LEN LENGTH; bytes = LENGTH END; END;")));
            nodes.awaitOn(0, "the answer", () -> nodes.network.card(0).extension().counter("activations") == 2);
            assertEquals(MOST, first.read(1, 2_049, 1)[0]);
            assertArrayEquals(IntStream.range(0, 1_024).map(i -> i * i + 5).toArray(), first.read(1, 1_025, 1_024));
            assertEquals(3, nodes.network.card(0).extension().counter("packets sent"));
            assertEquals(64, second.room().freeSlots());
        }
    }

    @Test
    void moreThanAMessageCarriesIsAFault() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            int far = node.run("PROGRAM P: VAR x[1100]; BEGIN SEND x[0] LEN 4100 AS 1 TO 2 AT 0:0:2:3:4:5:6:7 END; END;");
            int near = node.run("PROGRAM P: VAR x[1100]; BEGIN SEND x[0] LEN 4100 AS 1 TO 2 END; END;");
            node.card.settle();
            assertEquals(Fault.PACKET_SIZE, node.panic.program(far).fault());
            assertEquals(Fault.PACKET_SIZE, node.panic.program(near).fault());
        }
    }

    private static byte[] bytes(int count, int seed) {
        byte[] bytes = new byte[count];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static void part(OneCard node, long from, int number, int at, boolean isLast, byte[] payload) {
        node.card.receive(node.packet(from, 61, 1, PacketHeader.FRAGMENT | (isLast ? PacketHeader.LAST : 0), number << 16 | at, payload));
        node.card.settle();
    }

    private static int received(OneCard node) {
        return node.panic.read(61, 0, 1)[0];
    }

    @Test
    void partsOfSeveralSendersAreNotMixedUp() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            node.run(SINK);
            for (int sender = 0; sender < 8; sender++) {
                part(node, OneCard.STATION + sender, 1, 0, false, bytes(400, sender));
            }
            for (int sender = 0; sender < 8; sender++) {
                part(node, OneCard.STATION + sender, 1, 400, true, bytes(100, 50 + sender));
                assertEquals(500, node.panic.read(61, 1, 1)[0]);
                byte[] first = bytes(400, sender);
                assertEquals(first[0] << 24 | (first[1] & 0xFF) << 16 | (first[2] & 0xFF) << 8 | first[3] & 0xFF,
                    node.panic.read(61, 2, 1)[0]);
            }
            assertEquals(8, received(node));
            assertEquals(0, node.counter("messages in parts given up"));
        }
    }

    @Test
    void aMessageThatMissesAPartIsGivenUpAndTheNextOneComes() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            node.run(SINK);
            part(node, OneCard.STATION, 1, 0, false, bytes(400, 1));
            part(node, OneCard.STATION, 1, 800, true, bytes(400, 2));
            part(node, OneCard.STATION, 1, 400, false, bytes(400, 2));
            assertEquals(0, received(node));
            assertEquals(1, node.counter("messages in parts given up"));
            part(node, OneCard.STATION, 2, 0, false, bytes(400, 1));
            part(node, OneCard.STATION, 2, 0, false, bytes(400, 1));
            part(node, OneCard.STATION, 2, 400, true, bytes(400, 2));
            assertEquals(1, received(node));
            assertEquals(64, node.panic.room().freeSlots());
        }
    }

    @Test
    void theUnfinishedMessageThatHasWaitedLongestMakesRoom() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            node.run(SINK);
            for (int number = 0; number < 9; number++) {
                part(node, OneCard.STATION, number, 0, false, bytes(40, number));
            }
            assertEquals(1, node.counter("messages in parts given up"));
            part(node, OneCard.STATION, 0, 40, true, bytes(40, 0));
            assertEquals(0, received(node));
            part(node, OneCard.STATION, 8, 40, true, bytes(40, 0));
            part(node, OneCard.STATION, 1, 40, true, bytes(40, 0));
            assertEquals(2, received(node));
            node.panic.stop(61);
            assertEquals(64, node.panic.room().freeSlots());
        }
    }

    @Test
    void anUnfinishedMessageThatNothingIsHeardOfIsGivenUp() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            node.run(SINK);
            part(node, OneCard.STATION, 1, 0, false, bytes(400, 1));
            assertEquals(63, node.panic.room().freeSlots());
            node.card.pass(Duration.ofMillis(250));
            assertEquals(64, node.panic.room().freeSlots());
            assertEquals(1, node.counter("messages in parts given up"));
        }
    }

    @Test
    void partsOfTwoMessagesWithOneNumberAreNotMixedUp() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            node.run(SINK);
            part(node, OneCard.STATION, 1, 0, false, bytes(400, 1));
            part(node, OneCard.STATION, 1, 0, false, bytes(400, 7));
            part(node, OneCard.STATION, 1, 400, true, bytes(400, 8));
            assertEquals(1, received(node));
            byte[] first = bytes(400, 7);
            assertEquals(first[0] << 24 | (first[1] & 0xFF) << 16 | (first[2] & 0xFF) << 8 | first[3] & 0xFF,
                node.panic.read(61, 2, 1)[0]);
        }
    }

    @Test
    void partsWithoutAFirstOneAreCounted() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            node.run(SINK);
            part(node, OneCard.STATION, 1, 400, true, bytes(400, 1));
            assertEquals(1, node.counter("parts of messages that fit to nothing"));
        }
    }

    @Test
    void aMessageInPartsThatIsTooLongIsGivenUp() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            node.run(SINK);
            for (int at = 0; at < MOST + 1_000; at += 1_000) {
                part(node, OneCard.STATION, 1, at, false, bytes(1_000, 1));
            }
            assertEquals(1, node.counter("messages in parts given up"));
            assertEquals(64, node.panic.room().freeSlots());
        }
    }
}
