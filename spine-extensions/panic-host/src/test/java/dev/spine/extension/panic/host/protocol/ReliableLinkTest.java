package dev.spine.extension.panic.host.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.host.library.InterfaceException;
import dev.spine.extension.panic.host.library.PanicCard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Items arrive once and in order over a wire that loses and repeats. {@code -Dspine.seed=SEED} says which losses. */
class ReliableLinkTest {
    private static final long SEED = Long.getLong("spine.seed", 1);
    private static final int ITEMS = 60;
    private static final int LOST_OF_THOUSAND = 100;
    private static final int AGAIN_NS = 30_000_000;
    private static final int MAX_ROUNDS = 1_000;

    private final List<int[]> came = new ArrayList<>();

    private static int[] item(int number) {
        return new Random(number).ints(ReliableLink.WORDS).toArray();
    }

    private void assertAll() {
        assertEquals(ITEMS, came.size(), "-Dspine.seed=" + SEED);
        for (int i = 0; i < ITEMS; i++) {
            assertArrayEquals(item(i), came.get(i), "-Dspine.seed=" + SEED);
        }
    }

    /** Sends all from one card, whatever the other end is. */
    private void sendAll(ProtocolNodes nodes, ReliableLink link, Runnable poll) {
        int sent = 0;
        for (int i = 0; i < MAX_ROUNDS && came.size() < ITEMS; i++) {
            while (sent < ITEMS && link.send(item(sent))) {
                sent++;
            }
            nodes.pass(Duration.ofMillis(5));
            poll.run();
        }
    }

    @Test
    void cardsBringAllItemsInOrder() {
        try (ProtocolNodes nodes = new ProtocolNodes(2, SEED, LOST_OF_THOUSAND); PanicCard here = nodes.library(0);
            PanicCard there = nodes.library(1); ReliableLink to = new ReliableLink(there, nodes.address(0), AGAIN_NS);
            ReliableLink from = new ReliableLink(here, nodes.address(1), AGAIN_NS)) {
            ProtocolNodes.Load before = nodes.load(1);
            sendAll(nodes, from, () -> to.poll(came::add));
            assertAll();
            assertTrue(from.itemsAgain() > 0);
            assertEquals(0, nodes.load(1).since(before).interrupts());
        }
    }

    @Test
    void anItemOfWhichTheCardCannotBeToldLeavesWhenItCan() {
        try (ProtocolNodes nodes = new ProtocolNodes(2, SEED, 0); PanicCard here = nodes.library(0);
            PanicCard there = nodes.library(1); ReliableLink to = new ReliableLink(there, nodes.address(0), AGAIN_NS);
            ReliableLink from = new ReliableLink(here, nodes.address(1), AGAIN_NS)) {
            here.stop(ReliableLink.PROGRAM);
            assertTrue(from.send(item(0)), "the item is there, once");
            assertThrows(InterfaceException.class, () -> from.poll(came::add));
            here.run(ReliableLink.PROGRAM);
            nodes.pass(Duration.ofMillis(5));
            from.poll(came::add);
            nodes.pass(Duration.ofMillis(5));
            to.poll(came::add);
            assertEquals(1, came.size());
            assertArrayEquals(item(0), came.getFirst());
        }
    }

    @Test
    void withoutLossNothingIsSentTwice() {
        try (ProtocolNodes nodes = new ProtocolNodes(2, SEED, 0); PanicCard here = nodes.library(0);
            PanicCard there = nodes.library(1); ReliableLink to = new ReliableLink(there, nodes.address(0), AGAIN_NS);
            ReliableLink from = new ReliableLink(here, nodes.address(1), AGAIN_NS)) {
            sendAll(nodes, from, () -> to.poll(came::add));
            assertAll();
            assertEquals(0, from.itemsAgain());
        }
    }

    @Test
    void aHostThatDoesNotLookHoldsItsSenderUpAndLosesNothing() {
        try (ProtocolNodes nodes = new ProtocolNodes(2, SEED, 0); PanicCard here = nodes.library(0);
            PanicCard there = nodes.library(1); ReliableLink to = new ReliableLink(there, nodes.address(0), AGAIN_NS);
            ReliableLink from = new ReliableLink(here, nodes.address(1), AGAIN_NS)) {
            int sent = 0;
            for (int i = 0; i < 40; i++) {
                while (sent < ITEMS + ReliableLink.PLACES && from.send(item(sent))) {
                    sent++;
                }
                nodes.pass(Duration.ofMillis(10));
            }
            assertEquals(2 * ReliableLink.PLACES, sent);
            to.poll(came::add);
            assertEquals(ReliableLink.PLACES, came.size());
            for (int i = 0; i < MAX_ROUNDS && came.size() < ITEMS; i++) {
                nodes.pass(Duration.ofMillis(10));
                to.poll(came::add);
            }
            for (int i = 0; i < ITEMS; i++) {
                assertArrayEquals(item(i), came.get(i));
            }
        }
    }

    @Test
    void aCardSendsToAHost() {
        try (ProtocolNodes nodes = new ProtocolNodes(2, SEED, LOST_OF_THOUSAND); PanicCard here = nodes.library(0);
            ReliableLink from = new ReliableLink(here, nodes.address(1), AGAIN_NS)) {
            HostMachine machine = nodes.host(1);
            nodes.on(1, () -> new HostLink(machine, nodes.address(0), AGAIN_NS, came::add));
            sendAll(nodes, from, () -> { });
            assertAll();
        }
    }

    @Test
    void aHostSendsToACard() {
        try (ProtocolNodes nodes = new ProtocolNodes(2, SEED, LOST_OF_THOUSAND); PanicCard there = nodes.library(1);
            ReliableLink to = new ReliableLink(there, nodes.address(0), AGAIN_NS)) {
            HostMachine machine = nodes.host(0);
            HostLink from = nodes.from(0, () -> new HostLink(machine, nodes.address(1), AGAIN_NS, _ -> { }));
            int[] sent = {0};
            for (int i = 0; i < MAX_ROUNDS && came.size() < ITEMS; i++) {
                nodes.on(0, () -> {
                    while (sent[0] < ITEMS && from.send(item(sent[0]))) {
                        sent[0]++;
                    }
                });
                nodes.pass(Duration.ofMillis(5));
                to.poll(came::add);
            }
            assertAll();
            assertTrue(from.itemsAgain() > 0);
        }
    }
}
