package dev.spine.extension.panic.host.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.host.library.PanicCard;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A receiver without room sends items back, and none is lost or comes twice. */
class ReturningLinkTest {
    private static final int ITEMS = 60;
    private static final int AGAIN_NS = 10_000_000;
    private static final int MAX_ROUNDS = 1_000;

    private final Map<Integer, int[]> came = new TreeMap<>();

    private static int[] item(int number) {
        return new Random(number).ints(ReturningLink.WORDS).toArray();
    }

    private void take(int[] words, int number) {
        assertNull(came.put(number, words), () -> "item " + number + " came twice");
    }

    private void assertAll() {
        assertEquals(ITEMS, came.size());
        came.forEach((number, words) -> assertArrayEquals(item(number), words));
    }

    /** Both ends; the receiver's host looks when its turn of so many rounds has come. */
    private int run(int lookEvery) {
        try (ProtocolNodes nodes = new ProtocolNodes(2, 1, 0); PanicCard here = nodes.library(0); PanicCard there = nodes.library(1);
            ReturningLink to = new ReturningLink(there, nodes.address(0), AGAIN_NS);
            ReturningLink from = new ReturningLink(here, nodes.address(1), AGAIN_NS)) {
            int sent = 0;
            for (int i = 1; i < MAX_ROUNDS && came.size() < ITEMS; i++) {
                while (sent < ITEMS && from.send(item(sent))) {
                    sent++;
                }
                nodes.pass(Duration.ofMillis(5));
                if (i % lookEvery == 0) {
                    to.poll(this::take);
                }
            }
            nodes.pass(Duration.ofMillis(20));
            to.poll(this::take);
            return from.returned();
        }
    }

    @Test
    void aReceiverThatKeepsUpSendsNothingBack() {
        assertEquals(0, run(1));
        assertAll();
    }

    @Test
    void aSlowReceiverSendsItemsBackAndGetsAllOfThemOnce() {
        int returned = run(60);
        assertAll();
        assertTrue(returned >= 8, returned + " came back");
    }
}
