package dev.spine.extension.panic.host.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.host.library.PanicCard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Packets that the host prepares leave no faster than the bucket lets them, on the card and on the host. */
class BucketTest {
    private static final int SENDER = 0;
    private static final int VIEWER = 1;
    private static final int VIEWER_PROGRAM = 144;
    private static final int LINE = 9;
    private static final int STEP_NS = 1_000_000;
    private static final int DEPTH = 2_000;
    /** As long as a bucket without an edge would need for ten times its depth. */
    private static final Duration IDLE = Duration.ofMillis(80);
    private static final int LINES = 24;
    private static final int LINE_WORDS = 250;
    /** The wire may bring two packets nearer to each other than they left. */
    private static final long SLACK_NS = 200_000;

    /** What the viewer has got. */
    private record Arrival(long ns, int[] words) {
    }

    private final List<Arrival> arrivals = new ArrayList<>();

    private BucketPlan plan(ProtocolNodes nodes) {
        return new BucketPlan(nodes.address(VIEWER), VIEWER_PROGRAM, LINE, STEP_NS, DEPTH);
    }

    private void view(ProtocolNodes nodes) {
        HostMachine machine = nodes.host(VIEWER);
        nodes.on(VIEWER, () -> machine.run(VIEWER_PROGRAM, message -> arrivals.add(new Arrival(machine.nowNs(), message.words()))));
    }

    /** A line of a picture: its number, then pixels. */
    private static int[] line(int number) {
        int[] words = new Random(number).ints(LINE_WORDS).toArray();
        words[0] = number;
        return words;
    }

    /** Whether in no span more has come than the bucket may have let out. */
    private boolean isWithinPlan() {
        for (int first = 0; first < arrivals.size(); first++) {
            long bytes = 0;
            for (int last = first; last < arrivals.size(); last++) {
                bytes += (long) arrivals.get(last).words().length * Integer.BYTES;
                long ns = arrivals.get(last).ns() - arrivals.get(first).ns() + SLACK_NS;
                if (bytes > DEPTH + BucketPlan.STEP_TOKENS + ns * BucketPlan.STEP_TOKENS / STEP_NS) {
                    return false;
                }
            }
        }
        return true;
    }

    private void assertPicture() {
        assertEquals(LINES, arrivals.size());
        for (int i = 0; i < LINES; i++) {
            assertArrayEquals(line(i), arrivals.get(i).words());
        }
        assertTrue(isWithinPlan());
        // And it does not dawdle.
        long ns = arrivals.getLast().ns() - arrivals.getFirst().ns();
        long shortest = (long) (LINES * LINE_WORDS * Integer.BYTES - DEPTH) * STEP_NS / BucketPlan.STEP_TOKENS;
        assertTrue(ns < shortest * 11 / 10, ns + " ns, at least " + shortest);
    }

    private void assertPoliced(long sent, long dropped) {
        assertEquals(LINES, sent + dropped);
        assertEquals(sent, arrivals.size());
        assertTrue(sent >= 2 && dropped > 0, sent + " sent, " + dropped + " dropped");
        assertTrue(isWithinPlan());
    }

    @Test
    void withoutABucketAPictureComesAtOnce() {
        try (ProtocolNodes nodes = new ProtocolNodes(2, 1, 0)) {
            view(nodes);
            HostMachine machine = nodes.sender(SENDER);
            nodes.on(SENDER, () -> {
                for (int i = 0; i < LINES; i++) {
                    machine.send(nodes.address(VIEWER), VIEWER_PROGRAM, LINE, line(i));
                }
            });
            nodes.pass(Duration.ofMillis(20));
            assertEquals(LINES, arrivals.size());
            assertFalse(isWithinPlan());
        }
    }

    @Test
    void theCardShapesAPictureThatTheHostHasPrepared() {
        try (ProtocolNodes nodes = new ProtocolNodes(2, 1, 0); PanicCard library = nodes.library(SENDER);
            Bucket bucket = new Bucket(library, plan(nodes))) {
            view(nodes);
            nodes.pass(IDLE);
            ProtocolNodes.Load before = nodes.load(SENDER);
            for (int i = 0; i < LINES; i++) {
                assertTrue(bucket.put(line(i)));
            }
            nodes.pass(Duration.ofMillis(200));
            assertEquals(1, nodes.load(SENDER).since(before).interrupts());
            assertPicture();
            assertEquals(LINES, bucket.sent());
            assertEquals(0, bucket.dropped());
        }
    }

    @Test
    void theCardPolicesWhatComesInMessages() {
        try (ProtocolNodes nodes = new ProtocolNodes(2, 1, 0); PanicCard library = nodes.library(SENDER);
            Bucket bucket = new Bucket(library, plan(nodes))) {
            view(nodes);
            nodes.pass(IDLE);
            for (int i = 0; i < LINES; i++) {
                bucket.police(line(i));
                nodes.pass(Duration.ofMillis(1));
            }
            nodes.pass(Duration.ofMillis(20));
            assertPoliced(bucket.sent(), bucket.dropped());
        }
    }

    @Test
    void aPlaceIsFreeAgainWhenItsPacketHasLeft() {
        try (ProtocolNodes nodes = new ProtocolNodes(2, 1, 0); PanicCard library = nodes.library(SENDER);
            Bucket bucket = new Bucket(library, plan(nodes))) {
            view(nodes);
            int put = 0;
            while (bucket.put(line(put))) {
                put++;
            }
            assertTrue(put >= Bucket.PLACES && put <= Bucket.PLACES + DEPTH / (LINE_WORDS * Integer.BYTES), put + " were put");
            nodes.pass(Duration.ofMillis(20));
            assertTrue(bucket.put(line(put)));
            nodes.pass(Duration.ofMillis(200));
            assertEquals(put + 1, arrivals.size());
            assertTrue(bucket.put(line(0)));
            nodes.pass(Duration.ofMillis(20));
            assertEquals(put + 2, arrivals.size());
            assertThrows(IllegalArgumentException.class, () -> bucket.put(new int[DEPTH / 4 + 1]));
        }
    }

    @Test
    void theHostShapesAndPolicesLikeTheCard() {
        try (ProtocolNodes nodes = new ProtocolNodes(2, 1, 0)) {
            view(nodes);
            HostMachine machine = nodes.host(SENDER);
            HostBucket bucket = nodes.from(SENDER, () -> new HostBucket(machine, plan(nodes)));
            nodes.pass(IDLE);
            nodes.on(SENDER, () -> {
                for (int i = 0; i < LINES; i++) {
                    assertTrue(bucket.put(line(i)));
                }
            });
            nodes.pass(Duration.ofMillis(200));
            assertPicture();
            arrivals.clear();
            for (int i = 0; i < LINES; i++) {
                int number = i;
                nodes.on(SENDER, () -> bucket.police(line(number)));
                nodes.pass(Duration.ofMillis(1));
            }
            nodes.pass(Duration.ofMillis(20));
            assertPoliced(bucket.sent() - LINES, bucket.dropped());
        }
    }
}
