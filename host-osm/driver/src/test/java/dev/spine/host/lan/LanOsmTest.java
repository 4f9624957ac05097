package dev.spine.host.lan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.host.driver.HostException;
import dev.spine.host.driver.RequestFailure;
import dev.spine.host.lan.LanNode.Kind;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.lan.LanStatus;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Account;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class LanOsmTest {
    /** An application that checks its packets and releases their buckets at once, or keeps them until it is told. */
    private static final class Application implements PacketListener {
        @Nullable LanOsm osm;
        @Nullable Station station;
        final Deque<Integer> kept = new ArrayDeque<>();
        int packets;
        int batches;
        int expected;
        boolean inOrder = true;
        boolean keeps;
        volatile @Nullable RequestFailure lost;

        @Override
        public void onPacket(MemorySegment memory, long offset, int length, int address, int bucket) {
            packets++;
            int number = Station.number(memory, offset);
            byte last = memory.get(ValueLayout.JAVA_BYTE, offset + length - 1);
            inOrder &= number >= expected && last == (byte) number;
            expected = number + 1;
            Station sender = station;
            if (sender != null) {
                sender.seen(expected);
            }
            LanOsm port = osm;
            if (keeps || port == null) {
                kept.add(bucket);
            } else {
                port.release(bucket);
            }
        }

        @Override
        public void onBatchEnd() {
            batches++;
        }

        @Override
        public void onLost(RequestFailure why) {
            lost = why;
        }

        void releaseAll() {
            for (Integer bucket = kept.poll(); bucket != null; bucket = kept.poll()) {
                if (osm != null) {
                    osm.release(bucket);
                }
            }
        }
    }

    private final Application application = new Application();
    private final List<Integer> sentCookies = new ArrayList<>();
    private final List<Integer> sentStatuses = new ArrayList<>();

    private LanOsm open(LanNode node, LanSettings settings) {
        LanOsm osm = node.osm(settings, application, (cookie, requestStatus, detailedStatus) -> {
            sentCookies.add(cookie);
            sentStatuses.add(requestStatus << 24 | detailedStatus);
        });
        application.osm = osm;
        application.station = node.station;
        node.await("the LAN port", osm::open);
        return osm;
    }

    private void settled(LanNode node, LanOsm osm, int buckets) {
        node.tasks.await("all buckets to be posted",
            () -> osm.postedBuckets() + osm.freeBuckets() == buckets && osm.heldBuckets() == 0);
    }

    @ParameterizedTest
    @EnumSource
    void headsComeIntoHostMemoryBodiesElsewhereAndBothAreSentAgain(Kind kind) {
        int head = 64;
        int frame = 300;
        int frames = 100;
        try (LanNode node = new LanNode(kind)) {
            LanSettings settings = LanSettings.STANDARD.withBuckets(32, 1536);
            Region bodies = node.bus.allocate("bodies", new BusAgent(1, "iop1"), Access.READ_WRITE,
                BucketBodies.regionBytes(settings.buckets(), settings.bucketBytes()));
            int[] expected = new int[1];
            int[] sent = new int[1];
            LanOsm[] port = new LanOsm[1];
            port[0] = node.osm(settings, new BucketBodies(bodies, head), (memory, offset, length, address, bucket) -> {
                long body = Integer.toUnsignedLong(port[0].bodyAddress(bucket));
                boolean right = length == frame && Station.number(memory, offset) == expected[0]
                    && bodies.memory().get(ValueLayout.JAVA_BYTE, body - bodies.base() + length - head - 1) == (byte) expected[0];
                expected[0] = right ? expected[0] + 1 : Integer.MIN_VALUE;
                if (!port[0].send(address, head, (int) body, length - head, bucket)) {
                    port[0].release(bucket);
                }
            }, (cookie, requestStatus, detailedStatus) -> {
                port[0].release(cookie);
                // Only then: a bucket that is still being sent takes no frame, and there are twice as many as frames ahead.
                node.station.seen(++sent[0]);
            });
            node.await("the LAN port", port[0]::open);
            node.stationTasks.run(() -> node.station.send(frames, frame, 16));
            node.tasks.await("all frames to go there and back",
                () -> port[0].packetsSent() == frames && port[0].heldBuckets() == 0);
            assertEquals(frames, expected[0], "each frame has its head here and its body there");
            node.stationTasks.await("the station to see them again", () -> node.station.received() == frames);
            assertTrue(node.station.isIntact());
        }
    }

    @Test
    void bodiesNeedRoomForEachBucket() {
        Bus bus = new Bus(1);
        Region small = bus.allocate("bodies", BusAgent.host(), Access.READ_WRITE, 4096);
        assertThrows(IllegalArgumentException.class, () -> new BucketBodies(small, 64).check(LanSettings.STANDARD));
        assertThrows(IllegalArgumentException.class, () -> new BucketBodies(small, 13));
    }

    @ParameterizedTest
    @EnumSource
    void openingThePortTellsWhatItIsAndGivesItBuckets(Kind kind) {
        try (LanNode node = new LanNode(kind)) {
            LanOsm osm = open(node, LanSettings.STANDARD);
            assertEquals(LanNode.ADDRESS, osm.port().hardwareAddress());
            assertEquals(1514, osm.port().maxPacketBytes());
            assertEquals(512, osm.port().maxBuckets());
            assertEquals(16, osm.port().packetsPerRequest());
            assertEquals(512, node.tasks.call(osm::postedBuckets));
            assertTrue(osm.isOpen());
        }
    }

    @ParameterizedTest
    @EnumSource
    void packetsArriveWholeAndInOrderAndEveryBucketIsUsedAgain(Kind kind) {
        try (LanNode node = new LanNode(kind)) {
            LanOsm osm = open(node, LanSettings.STANDARD.withBuckets(128, 2048));
            int count = 5_000;
            node.stationTasks.run(() -> node.station.send(count, 1_000, 40));
            node.tasks.await("the packets", () -> application.packets == count);

            assertTrue(application.inOrder);
            assertEquals(count, osm.packetsReceived());
            assertEquals(count * 1_000L, osm.bytesReceived());
            assertTrue(application.batches > 0 && application.batches <= count);
            assertEquals(0, osm.packetsBad() + osm.strayContexts() + osm.postsRefused());
            settled(node, osm, 128);
            Account.Snapshot card = node.tasks.call(() -> node.bus.account(node.iop.busAgent()).snapshot());
            assertTrue(card.dataBytes() >= count * 1_000L && card.dataBytes() < count * 1_000L + 100_000, "bytes cross once: " + card);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anApplicationThatKeepsBucketsCostsPacketsAndNothingElse(Kind kind) {
        try (LanNode node = new LanNode(kind)) {
            LanOsm osm = open(node, LanSettings.STANDARD.withBuckets(50, 2048));
            application.keeps = true;
            node.stationTasks.run(() -> node.station.send(200, 100, Integer.MAX_VALUE));
            node.tasks.await("the buckets to be kept", () -> application.packets == 50);
            node.stationTasks.await("all frames to be sent", node.station::isDone);
            assertEquals(50, osm.heldBuckets());
            assertEquals(0, osm.postedBuckets());

            node.tasks.run(application::releaseAll);
            application.keeps = false;
            settled(node, osm, 50);
            assertTrue(osm.postedBuckets() >= 50 - 12, "posted " + osm.postedBuckets());
            int before = application.packets;
            node.stationTasks.run(() -> node.station.send(20, 100, Integer.MAX_VALUE));
            node.tasks.await("further packets", () -> application.packets >= before + 20);
            assertTrue(application.inOrder);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBucketIsReleasedOnce(Kind kind) {
        try (LanNode node = new LanNode(kind)) {
            LanOsm osm = open(node, LanSettings.STANDARD);
            application.keeps = true;
            node.stationTasks.run(() -> node.station.send(1, 100, Integer.MAX_VALUE));
            node.tasks.await("a packet", () -> application.packets == 1);
            int bucket = application.kept.remove();
            node.tasks.run(() -> osm.release(bucket));
            for (int wrong : new int[] {bucket, bucket + 4096, -1, 4095}) {
                assertThrows(IllegalStateException.class, () -> node.tasks.run(() -> osm.release(wrong)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void packetsToSendArriveInOrderAndEachIsToldOnce(Kind kind) {
        try (LanNode node = new LanNode(kind)) {
            LanOsm osm = open(node, LanSettings.STANDARD);
            int count = 1_000;
            int slots = 64;
            int bytes = 200;
            Region region = node.tasks.call(() -> node.memory.allocate("packets to send", (long) slots * 256));
            int[] next = new int[1];
            while (next[0] < count) {
                node.tasks.run(() -> {
                    while (next[0] < count && next[0] - sentCookies.size() < slots - 16) {
                        long offset = (long) (next[0] % slots) * 256;
                        Station.number(region.memory(), offset, next[0], bytes);
                        if (!osm.send((int) (region.base() + offset), bytes, next[0])) {
                            break;
                        }
                        next[0]++;
                    }
                });
                int before = next[0];
                node.tasks.await("packets to be sent", () -> before - sentCookies.size() < 16 || sentCookies.size() == count);
            }
            node.tasks.await("the last packets to be sent", () -> sentCookies.size() == count);
            node.stationTasks.await("the packets", () -> node.station.received() == count);

            assertTrue(node.station.isIntact());
            for (int i = 0; i < count; i++) {
                assertEquals(i, sentCookies.get(i));
                assertEquals(0, sentStatuses.get(i));
            }
            assertEquals(count, osm.packetsSent());
        }
    }

    @ParameterizedTest
    @EnumSource
    void packetsThatThePortRefusesAreTold(Kind kind) {
        try (LanNode node = new LanNode(kind)) {
            LanOsm osm = open(node, LanSettings.STANDARD);
            int address = (int) osm.region().base();
            node.tasks.run(() -> {
                assertTrue(osm.send(address, 13, 1));
                assertTrue(osm.send(0x7FFF_0000, 60, 2));
                assertTrue(osm.send(address, 1515, 3));
            });
            node.tasks.await("the refusals", () -> sentCookies.size() == 3);
            int refused = RequestStatus.ERROR_NO_DATA_TRANSFER << 24;
            assertEquals(List.of(1, 3, 2), sentCookies);
            assertEquals(List.of(refused | LanStatus.BAD_PACKET_DETECTED, refused | LanStatus.BAD_PACKET_DETECTED,
                refused | LanStatus.DMA_ERROR), sentStatuses);
            assertEquals(3, osm.packetsFailed());
        }
    }

    @ParameterizedTest
    @EnumSource
    void moreThanCanBeUnderWayIsRefusedAtOnce(Kind kind) {
        try (LanNode node = new LanNode(kind)) {
            LanOsm osm = open(node, new LanSettings(16, 2048, 8, 10, 0, 0));
            int address = (int) osm.region().base();
            node.tasks.run(() -> {
                for (int i = 0; i < 10; i++) {
                    assertTrue(osm.send(address, 60, i));
                }
                assertFalse(osm.send(address, 60, 10));
            });
            node.tasks.await("the packets", () -> sentCookies.size() == 10);
            assertTrue(node.tasks.call(() -> osm.send(address, 60, 11)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void closingReturnsEveryBucketAndThePortCanBeOpenedAgain(Kind kind) {
        try (LanNode node = new LanNode(kind)) {
            LanOsm osm = open(node, LanSettings.STANDARD.withBuckets(100, 2048));
            application.keeps = true;
            node.stationTasks.run(() -> node.station.send(10, 100, Integer.MAX_VALUE));
            node.tasks.await("packets", () -> application.packets == 10);
            node.await("the port to close", osm::close);
            assertEquals(90, osm.freeBuckets());
            assertEquals(10, osm.heldBuckets());
            assertEquals(0, osm.postedBuckets());
            assertFalse(node.tasks.call(() -> osm.send(1, 60, 1)));
            node.tasks.run(application::releaseAll);
            application.keeps = false;

            node.await("the port to open again", osm::open);
            node.stationTasks.run(() -> node.station.send(50, 100, Integer.MAX_VALUE));
            node.tasks.await("packets", () -> application.packets == 60);
            assertThrows(IllegalStateException.class, () -> node.tasks.call(osm::open));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPortThatSomebodyElseHasClaimedIsNotOpened(Kind kind) {
        try (LanNode node = new LanNode(kind)) {
            open(node, LanSettings.STANDARD);
            LanOsm second = node.osm(LanSettings.STANDARD, new Application(), SendListener.NONE);
            assertThrows(HostException.class, () -> node.await("a second claim", second::open));
            assertFalse(second.isOpen());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aResetOfTheIopIsToldAndThePortCanBeOpenedAgain(Kind kind) {
        try (LanNode node = new LanNode(kind)) {
            LanOsm osm = open(node, LanSettings.STANDARD);
            node.stationTasks.run(() -> node.station.send(10, 100, Integer.MAX_VALUE));
            node.tasks.await("packets", () -> application.packets == 10);
            node.await("the IOP to come back", () -> node.driver.restart(node.iop));
            RequestFailure why = application.lost;
            assertTrue(why != null && why.reason() == RequestFailure.Reason.IOP_RESET);
            assertFalse(osm.isOpen());
            assertEquals(512, osm.freeBuckets());

            node.await("the port to open again", osm::open);
            node.stationTasks.run(() -> node.station.send(300, 100, 30));
            node.tasks.await("packets", () -> application.packets == 310);
        }
    }
}
