package dev.spine.extension.panic.host.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.host.library.InterfaceException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Messages that find no room are dropped and counted; the others come in order. */
class QueuesTest {
    private static final String SLOW = """
        PROGRAM Slow: VAR got[100], n, i; TRIGGERS 1; BEGIN END;
          MESSAGE 1: BEGIN got[n] = PACKET[0]; n = n + 1; i = 0; WHILE i < 400 DO i = i + 1 END; END;""";

    @Test
    void theWireMayFillTwelvePlacesOfAProgramTheHostTwoMoreAndTheCardItselfTheLast() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            int slow = node.run(SLOW);
            for (int i = 0; i < 20; i++) {
                node.card.receive(node.packet(OneCard.STATION, slow, 1, 0, 0, (byte) 0, (byte) 0, (byte) 0, (byte) i));
            }
            node.card.pass(Duration.ofMillis(12));
            assertEquals(8, node.counter("dropped: the program's queue was full"));
            node.panic.send(slow, 1, 12);
            node.panic.send(slow, 1, 13);
            InterfaceException full = assertThrows(InterfaceException.class, () -> node.panic.send(slow, 1, 5));
            assertTrue(full.getMessage().contains("as many messages wait as can"), full::getMessage);
            node.run("PROGRAM Own: VAR n, x; BEGIN x = 14; SEND x LEN 4 AS 1 TO " + slow + "; x = 15; SEND x LEN 4 AS 1 TO " + slow
                + "; SEND x LEN 4 AS 1 TO " + slow + " END; END;");
            assertEquals(10, node.counter("dropped: the program's queue was full"));
            node.awaitCounter("activations", 18);
            for (int i = 0; i < 16; i++) {
                assertEquals(i, node.panic.read(slow, i, 1)[0]);
            }
            assertEquals(64, node.panic.room().freeSlots());
        }
    }

    @Test
    void allProgramsHaveSixtyFourMessages() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            int[] programs = new int[6];
            for (int i = 0; i < programs.length; i++) {
                programs[i] = node.run(SLOW);
            }
            for (int i = 0; i < 80; i++) {
                node.card.receive(node.packet(OneCard.STATION, programs[i % 6], 1, 0, 0, (byte) 0, (byte) 0, (byte) 0, (byte) i));
                if (i % 8 == 0) {
                    node.card.pass(Duration.ofNanos(20_000));
                }
            }
            node.card.pass(Duration.ofMillis(40));
            assertEquals(16, node.counter("dropped: all slots were full"));
            node.awaitCounter("activations", 6 + 64);
            assertEquals(64, node.panic.room().freeSlots());
        }
    }

    @Test
    void localMessagesThatFindNoRoomAreDropped() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            int self = node.run("""
                PROGRAM Flood ID 8: VAR n, sent, got; TRIGGERS 1;
                  BEGIN WHILE sent < 30 DO BEGIN sent = sent + 1; SEND n LEN 4 AS 1 TO 8 END END;
                  MESSAGE 1: BEGIN got = got + 1 END; END;""");
            node.awaitCounter("activations", 17);
            assertEquals(16, node.panic.read(self, 2, 1)[0]);
            assertEquals(14, node.counter("dropped: the program's queue was full"));
        }
    }
}
