package dev.spine.host.lan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.host.lan.LanNode.Kind;
import dev.spine.i2o.RequestStatus;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A port that lies: counted, and no byte outside a bucket is ever shown to the application. */
@Timeout(60)
class HostilePortTest {
    private static final int BUCKETS = 16;
    private static final int BUCKET_BYTES = 256;
    private static final int ONE_PACKET = 0x8000_0201;
    private static final int GOOD = 0xC000_0000;

    private final LyingPort port = new LyingPort();
    private final LanNode node = new LanNode(Kind.MODELLED, port);
    private final List<Integer> packets = new ArrayList<>();
    private final List<Integer> sent = new ArrayList<>();
    private final LanOsm osm = node.osm(LanSettings.STANDARD.withBuckets(BUCKETS, BUCKET_BYTES), this::onPacket,
        (cookie, requestStatus, detailedStatus) -> sent.add(requestStatus << 16 | cookie));

    @BeforeEach
    void open() {
        node.await("the LAN port", osm::open);
        node.cardTasks.await("the buckets", () -> port.buckets.size() == BUCKETS);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private void onPacket(MemorySegment memory, long offset, int length, int address, int bucket) {
        long inBucket = offset % (BUCKET_BYTES + 64);
        assertEquals(true, length > 0 && inBucket + length <= BUCKET_BYTES && offset + length <= memory.byteSize(), "outside the bucket");
        packets.add(length);
        osm.release(bucket);
    }

    private void say(int... words) {
        long before = heard();
        node.cardTasks.run(() -> port.say(words));
        node.tasks.await("the reply", () -> heard() > before);
    }

    private long heard() {
        return osm.packetsReceived() + osm.packetsBad() + osm.strayContexts() + osm.postsRefused();
    }

    @Test
    void whatDoesNotLieInItsBucketIsCounted() {
        say(ONE_PACKET, 0, 9, port.buckets.get(0), GOOD, BUCKET_BYTES);
        say(ONE_PACKET, 0, 9, port.buckets.get(1), GOOD, BUCKET_BYTES + 1);
        say(ONE_PACKET, 0, 9, port.buckets.get(2), GOOD | 1, BUCKET_BYTES);
        say(ONE_PACKET, 0, 9, port.buckets.get(3), GOOD | 0xFFFFFF, 0xFFFFFF);
        say(ONE_PACKET, 0, 9, port.buckets.get(4), GOOD, 0);
        say(ONE_PACKET, 0, 9, port.buckets.get(5), GOOD | 0x0100_0000, 60);
        say(ONE_PACKET, 0, 9, port.buckets.get(6), GOOD, 0x0500_0000 | 60);
        assertEquals(List.of(BUCKET_BYTES), packets);
        assertEquals(6, osm.packetsBad());
        assertEquals(BUCKETS, osm.postedBuckets() + osm.freeBuckets());
    }

    @Test
    void contextsThatAreNotPostedBucketsAreCounted() {
        say(ONE_PACKET, 0, 9, 0x7FFF_FFFF, GOOD, 60);
        say(ONE_PACKET, 0, 9, port.buckets.get(0) + 4096, GOOD, 60);
        say(ONE_PACKET, 0, 9, BUCKETS, GOOD, 60);
        say(ONE_PACKET, 0, 9, port.buckets.get(0), GOOD, 60);
        say(ONE_PACKET, 0, 9, port.buckets.get(0), GOOD, 60);
        assertEquals(List.of(60), packets);
        assertEquals(4, osm.strayContexts());
    }

    @Test
    void aCountBeyondTheFrameEndsWithTheFrame() {
        say(0x8000_02FF, 0, 9, port.buckets.get(0), GOOD, 60, port.buckets.get(1), GOOD, 70);
        assertEquals(List.of(60, 70), packets);
    }

    @Test
    void bucketsThatComeBackEmptyAreUsedAgain() {
        int first = port.buckets.get(0);
        node.cardTasks.run(() -> port.say(0x0000_0002, 0x0500_0009, 0, first, port.buckets.get(1)));
        node.tasks.await("the buckets", () -> osm.postedBuckets() == BUCKETS - 2 || port.buckets.size() > BUCKETS);
        assertEquals(BUCKETS, osm.postedBuckets() + osm.freeBuckets());
        assertEquals(0, osm.strayContexts());
    }

    @Test
    void aTransactionErrorIsCountedAndBucketsComeBackWhenThePortIsClosed() {
        say(port.buckets.get(0), 0x0B00_0011, 0, 0);
        assertEquals(1, osm.postsRefused());
        node.await("the port to close", osm::close);
        assertEquals(BUCKETS, osm.freeBuckets());
    }

    @Test
    void packetsToSendThatTheReplyDoesNotNameAreOfUncertainFate() {
        node.tasks.run(() -> osm.send((int) osm.region().base(), 60, 7));
        node.tasks.await("the end of the packet", () -> !sent.isEmpty());
        assertEquals(List.of(RequestStatus.ABORT_DIRTY << 16 | 7), sent);
        assertEquals(2, osm.strayContexts());
        assertEquals(1, osm.packetsFailed());
    }

    @Test
    void randomRepliesNeverThrowAndEveryBucketStaysAccountedFor() {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        try {
            for (int round = 0; round < 500; round++) {
                int[] words = new int[random.nextInt(3, 40)];
                for (int i = 0; i < words.length; i++) {
                    words[i] = switch (random.nextInt(4)) {
                        case 0 -> port.buckets.get(random.nextInt(port.buckets.size()));
                        case 1 -> GOOD | random.nextInt(2) * random.nextInt(300);
                        case 2 -> random.nextInt(300);
                        default -> random.nextInt();
                    };
                }
                words[0] = random.nextInt(4) == 0 ? random.nextInt() : 0x8000_0200 | random.nextInt(12);
                words[1] = random.nextInt(4) == 0 ? random.nextInt() : 0;
                node.cardTasks.run(() -> port.say(words));
                long before = node.host.counters().messages();
                node.tasks.await("the reply", () -> node.host.counters().messages() > before);
                assertEquals(BUCKETS, node.tasks.call(() -> osm.postedBuckets() + osm.freeBuckets() + osm.heldBuckets()));
            }
            node.await("the port to close", osm::close);
            assertEquals(BUCKETS, osm.freeBuckets());
        } catch (RuntimeException | Error e) {
            throw new AssertionError("with -Dspine.seed=" + seed, e);
        }
    }
}
