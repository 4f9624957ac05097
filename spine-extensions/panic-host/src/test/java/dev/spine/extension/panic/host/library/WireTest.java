package dev.spine.extension.panic.host.library;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.panic.card.PacketHeader;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** What a card sends and takes: the header, addresses, groups, itself, and program 0. */
class WireTest {
    @Test
    void aPacketHasTheHeaderOfTheDocument() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            node.run("PROGRAM P ID 258: VAR x[2]; BEGIN x[0] = 0x01020304; x[1] = 0x05060708;"
                + " SEND x[0] LEN 6 AS 772 TO 1286 AT 0:0:2:3:4:5:6:7 END; END;");
            byte[] frame = node.sent(1).getFirst();
            String from = HexFormat.of().toHexDigits(node.card.hardwareAddress(), 12);
            assertEquals("020304050607" + from + "88b60000" + "0100" + "0506" + "0304" + "0102" + "0006" + "0000" + "00010000"
                + "010203040506",
                HexFormat.of().formatHex(Arrays.copyOf(frame, PacketHeader.BYTES + 6)));
        }
    }

    @Test
    void packetsWhoseSenderIsAGroupOrTheCardItselfAreMalformed() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            int echo = node.run("PROGRAM Echo: TRIGGERS 12; BEGIN END;"
                + " MESSAGE 12: BEGIN SEND PACKET[0] LEN LENGTH AS 10 TO 7 AT SENDER END; END;");
            node.card.receive(node.packet(0xFFFF_FFFF_FFFFL, echo, 12, 0, 0, (byte) 1));
            node.card.receive(node.packet(node.card.hardwareAddress(), echo, 12, 0, 0, (byte) 1));
            node.card.settle();
            assertEquals(2, node.counter("packets malformed"));
            assertEquals(0, node.counter("packets sent"));
        }
    }

    @Test
    void aPacketToAllSaysSo() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            node.run("PROGRAM P: VAR x; BEGIN SEND x LEN 4 AS 1 TO 2 AT 0:0:255:255:255:255:255:255 END; END;");
            assertEquals(PacketHeader.TO_GROUP, node.sent(1).getFirst()[27]);
        }
    }

    @Test
    void packetsForAllAndForGroupsAreTakenAndThoseForOthersAreCounted() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            int id = node.run("PROGRAM P: VAR n; TRIGGERS 1; BEGIN END; MESSAGE 1: BEGIN n = n + LENGTH END; END;");
            node.card.receive(OneCard.packet(0xFFFF_FFFF_FFFFL, OneCard.STATION, id, 1, PacketHeader.TO_GROUP, 0, (byte) 1));
            node.card.receive(node.packet(OneCard.STATION, id, 1, 0, 0, (byte) 1, (byte) 2));
            node.card.settle();
            assertEquals(3, node.panic.read(id, 0, 1)[0]);
        }
    }

    @Test
    void aCardThatSendsToItsOwnAddressHearsItselfAndAnswersStayOnTheCard() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            long own = node.card.hardwareAddress();
            int id = node.run("PROGRAM P ID 3: VAR a[2], n, m; TRIGGERS 1, 2; BEGIN a[0] = " + (own >>> 32) + "; a[1] = "
                + (own & 0xFFFF_FFFFL) + "; SEND a[1] LEN 4 AS 1 TO 3 AT a[0] END; MESSAGE 1: BEGIN n = PACKET[0];"
                + " SEND PACKET[0] LEN 4 AS 2 TO 3 AT SENDER END; MESSAGE 2: BEGIN m = PACKET[0] END; END;");
            node.card.settle();
            assertArrayEquals(new int[] {(int) own, (int) own}, node.panic.read(id, 2, 2));
            assertEquals(0, node.counter("packets sent"));
        }
    }

    @Test
    void programZeroSendsAMessageAfterTicks() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            int id = node.run("""
                PROGRAM P: VAR v[3], asked, came, got[2]; TRIGGERS 5;
                  BEGIN asked = CLOCK; v[0] = 400000; v[1] = 5; v[2] = 77; SEND v[0] LEN 12 AS 1 TO 0;
                    v[1] = 70000; SEND v[0] LEN 12 AS 1 TO 0; SEND v[0] LEN 4 AS 1 TO 0; SEND v[0] LEN 12 AS 2 TO 0 END;
                  MESSAGE 5: BEGIN came = CLOCK; got[0] = PACKET[2]; got[1] = LENGTH END; END;""");
            node.card.pass(Duration.ofMillis(100));
            assertEquals(0, node.panic.read(id, 4, 1)[0]);
            node.card.pass(Duration.ofMillis(120));
            int[] words = node.panic.read(id, 3, 4);
            assertTrue(words[1] - words[0] >= 400_000 && words[1] - words[0] < 402_000, () -> words[1] - words[0] + " ticks");
            assertArrayEquals(new int[] {77, 12}, Arrays.copyOfRange(words, 2, 4));
            assertEquals(2, node.counter("requests to program 0 refused"));
            assertEquals(1, node.counter("dropped: no such trigger"));
        }
    }

    @Test
    void requestsOfProgramsThatStopAreForgotten() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            int id = node.run("PROGRAM P: VAR v[2], n; TRIGGERS 5; BEGIN v[0] = 20000; v[1] = 5; WHILE n < 20 DO BEGIN"
                + " SEND v[0] LEN 8 AS 1 TO 0; n = n + 1 END; n = 0 END; MESSAGE 5: BEGIN n = n + 1 END; END;");
            node.awaitCounter("activations", 1);
            assertEquals(48, node.panic.room().freeSlots());
            node.panic.stop(id);
            assertEquals(64, node.panic.room().freeSlots());
            node.card.pass(Duration.ofMillis(20));
            assertEquals(1, node.counter("activations"));
        }
    }
}
