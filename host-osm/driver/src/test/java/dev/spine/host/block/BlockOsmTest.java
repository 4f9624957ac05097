package dev.spine.host.block;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.host.block.BlockCounters.Counter;
import dev.spine.host.block.BlockDeviceInfo.Access;
import dev.spine.host.block.BlockNode.Ending;
import dev.spine.host.block.BlockNode.Kind;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.RefusedException;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.block.BlockTransfer;
import dev.spine.i2o.message.block.StorageStatus;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BlockOsmTest {
    private static final long MS = 1_000_000;
    private final ScriptedDisk disk = new ScriptedDisk();

    private static byte[] pattern(int seed, int bytes) {
        byte[] pattern = new byte[bytes];
        new SplittableRandom(seed).nextBytes(pattern);
        return pattern;
    }

    private static void fill(BlockNode node, int offset, byte[] bytes) {
        node.tasks.run(() -> node.buffer.memory().asSlice(offset, bytes.length).copyFrom(MemorySegment.ofArray(bytes)));
    }

    private static byte[] buffer(BlockNode node, int offset, int bytes) {
        return node.tasks.call(() -> node.buffer.memory().asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE));
    }

    private byte[] medium(int offset, int bytes) {
        return disk.bytes.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE);
    }

    @ParameterizedTest
    @EnumSource
    void takesADeviceIntoUseAndOutOfIt(Kind kind) {
        disk.poweredDown();
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.osm(BlockSettings.STANDARD);
            assertEquals(Access.NONE, osm.info().access());

            BlockDeviceInfo info = node.await("the attachment", osm::attach);

            assertEquals(new BlockDeviceInfo(1 << 20, 512, Access.READ_WRITE, 1 << 20, 128), info);
            assertEquals(Tid.HOST, node.cardTasks.call(() -> node.card.kernel().directory().device(node.tid).userTid()));
            node.await("the detachment", osm::detach);
            assertEquals(Tid.NONE, node.cardTasks.call(() -> node.card.kernel().directory().device(node.tid).userTid()));
            assertEquals(List.of("BSA_POWER_MANAGEMENT", "BSA_CACHE_FLUSH"), disk.heard);
            node.tasks.run(() -> assertTrue(osm.read(0, 512, node.address(0), node::onBlock, 1)));
            assertEquals(List.of(new Ending(1, BlockOutcome.CLOSED, 0)), node.endings(1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsWhatItHasWritten(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(BlockSettings.STANDARD);
            byte[] data = pattern(1, 8192);
            fill(node, 0, data);

            node.tasks.run(() -> assertTrue(osm.write(4096, 8192, node.address(0), WriteMode.THROUGH, node::onBlock, 7)));
            assertEquals(List.of(new Ending(7, BlockOutcome.SUCCESS, 8192)), node.endings(1));
            node.tasks.run(() -> assertTrue(osm.read(4096, 8192, node.address(65536), node::onBlock, 8)));
            assertEquals(new Ending(8, BlockOutcome.SUCCESS, 8192), node.endings(2).get(1));

            assertArrayEquals(data, buffer(node, 65536, 8192));
            node.tasks.run(() -> assertTrue(osm.zero(4096, 512, WriteMode.BACK, node::onBlock, 9)));
            node.tasks.run(() -> assertTrue(osm.verify(0, 1 << 20, node::onBlock, 10)));
            node.tasks.run(() -> assertTrue(osm.flush(node::onBlock, 11)));
            assertTrue(node.endings(5).stream().allMatch(end -> end.status().isSuccess()));
            assertArrayEquals(new byte[512], medium(4096, 512));
            assertArrayEquals(Arrays.copyOfRange(data, 512, 1024), medium(4608, 512));
        }
    }

    @ParameterizedTest
    @EnumSource
    void keepsManyRequestsUnderWayUpToItsDepth(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(BlockSettings.STANDARD.withQueueDepth(16));
            node.cardTasks.run(() -> {
                for (int i = 0; i < 16; i++) {
                    disk.nextIsKept();
                }
            });

            node.tasks.run(() -> {
                for (int i = 0; i < 16; i++) {
                    assertTrue(osm.read(i * 512L, 512, node.address(i * 512), node::onBlock, i));
                }
                assertFalse(osm.read(0, 512, node.address(0), node::onBlock, 16), "as many as can be are under way");
            });
            node.cardTasks.await("all requests", () -> disk.heard.size() == 16);
            node.cardTasks.run(disk::answerKept);

            assertEquals(16, node.endings(16).stream().filter(end -> end.status().isSuccess()).count());
            assertEquals(1, node.tasks.call(() -> osm.counters().get(Counter.NO_SLOT)));
            assertEquals(0, node.tasks.call(osm::inFlight));
        }
    }

    @ParameterizedTest
    @EnumSource
    void gathersBuffersOfSeveralRunsInEveryFormOfList(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(BlockSettings.STANDARD);
            byte[] data = pattern(2, 1 << 20);
            disk.bytes.copyFrom(MemorySegment.ofArray(data));
            int page = 4096 - (int) (node.buffer.base() & 4095) & 4095;
            BlockRuns few = new BlockRuns(2).add(node.address(8192), 1024).add(node.address(0), 512);
            BlockRuns pages = new BlockRuns(4);
            BlockRuns many = new BlockRuns(4);
            for (int i = 0; i < 60; i++) {
                pages.add(node.address(page + (100 - i) * 4096 + (i == 0 ? 512 : 0)), i == 0 ? 3584 : 4096);
                many.add(node.address((200 - 2 * i) * 1024), 512);
            }
            for (BlockRuns runs : List.of(few, pages, many)) {
                node.tasks.run(node.endings::clear);
                node.tasks.run(() -> assertTrue(osm.read(1024, runs, node::onBlock, 1)));
                assertEquals(List.of(new Ending(1, BlockOutcome.SUCCESS, (int) runs.bytes())), node.endings(1));
                long at = 1024;
                for (int i = 0; i < runs.count(); i++) {
                    int offset = runs.address(i) - node.address(0);
                    assertArrayEquals(
                        Arrays.copyOfRange(data, (int) at, (int) at + runs.length(i)), buffer(node, offset, runs.length(i)));
                    at += runs.length(i);
                }
                assertEquals(runs.count(), disk.runsOfLastTransfer);
            }
            node.tasks.run(() -> assertTrue(osm.write(0, many, WriteMode.BACK, node::onBlock, 2)));
            assertEquals(new Ending(2, BlockOutcome.SUCCESS, 60 * 512), node.endings(2).get(1));
            assertArrayEquals(Arrays.copyOfRange(data, 1024, 1024 + 60 * 512),
                medium(0, 60 * 512));
        }
    }

    @ParameterizedTest
    @EnumSource
    void tellsWhyARequestFailed(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(BlockSettings.STANDARD);
            node.cardTasks.run(() -> disk.nextFails(RequestStatus.ERROR_PARTIAL_TRANSFER, StorageStatus.MEDIA_ERROR)
                .nextFails(RequestStatus.ERROR_NO_DATA_TRANSFER, StorageStatus.WRITE_PROTECTED)
                .next(request -> {
                    Replies.transactionError(request.frame(), request.openReply(), 0x19, 4);
                    request.sendReply();
                })
                .next(request -> {
                    Replies.transactionError(request.frame(), request.openReply(), DetailedStatus.INSUFFICIENT_RESOURCE_HARD, 0);
                    request.sendReply();
                }));

            for (int i = 0; i < 4; i++) {
                int cookie = i;
                node.tasks.run(() -> assertTrue(osm.write(0, 512, node.address(0), WriteMode.BACK, node::onBlock, cookie)));
                node.endings(i + 1);
            }
            node.tasks.run(() -> assertTrue(osm.read(1 << 20, 512, node.address(0), node::onBlock, 4)));

            assertEquals(List.of(BlockOutcome.MEDIA_ERROR, BlockOutcome.WRITE_PROTECTED, BlockOutcome.REFUSED, BlockOutcome.NO_ROOM,
                BlockOutcome.OUT_OF_RANGE), node.endings(5).stream().map(Ending::status).toList());
        }
    }

    @ParameterizedTest
    @EnumSource
    void makesARequestAgainThatEndedAsBusyOrByAResetOfTheDevice(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(BlockSettings.STANDARD.trying(3, MS));
            node.cardTasks.run(() -> disk.nextFails(RequestStatus.ABORT_NO_DATA_TRANSFER, StorageStatus.DEVICE_RESET)
                .next(request -> {
                    Replies.transactionError(request.frame(), request.openReply(), 0x1B, 0);
                    request.sendReply();
                }));

            node.tasks.run(() -> assertTrue(osm.read(0, 512, node.address(0), node::onBlock, 1)));

            assertEquals(List.of(new Ending(1, BlockOutcome.SUCCESS, 512)), node.endings(1));
            assertEquals(2, node.tasks.call(() -> osm.counters().get(Counter.RETRIES)));
            node.cardTasks.run(() -> {
                for (int i = 0; i < 3; i++) {
                    disk.nextFails(RequestStatus.ABORT_NO_DATA_TRANSFER, StorageStatus.DEVICE_RESET);
                }
            });
            node.tasks.run(() -> assertTrue(osm.read(0, 512, node.address(0), node::onBlock, 2)));
            assertEquals(new Ending(2, BlockOutcome.DEVICE_RESET, 0), node.endings(2).get(1), "after the last attempt");
        }
    }

    @ParameterizedTest
    @EnumSource
    void abortsARequestThatIsNotAnsweredAndResetsADeviceThatAnswersNoAbort(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(BlockSettings.STANDARD.waiting(20 * MS, 20 * MS));
            node.cardTasks.run(disk::nextIsKept);

            node.tasks.run(() -> assertTrue(osm.read(0, 512, node.address(0), node::onBlock, 1)));

            assertEquals(List.of(new Ending(1, BlockOutcome.NO_ANSWER, 0)), node.endings(1));
            assertEquals(1, node.tasks.call(() -> osm.counters().get(Counter.ABORTS)));
            node.tasks.run(() -> assertTrue(osm.read(0, 512, node.address(0), node::onBlock, 2)));
            assertEquals(new Ending(2, BlockOutcome.SUCCESS, 512), node.endings(2).get(1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void hearsOfANewCapacityAndOfProgress(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(BlockSettings.STANDARD);
            List<BlockDeviceInfo> changes = new ArrayList<>();
            List<Integer> percents = new ArrayList<>();
            node.tasks.run(() -> {
                osm.addListener(device -> changes.add(device.info()));
                osm.progressTo((_, percent) -> percents.add(percent));
            });

            node.cardTasks.run(() -> disk.resize(1 << 19));
            node.tasks.await("the new capacity", () -> !changes.isEmpty());
            node.tasks.run(() -> assertTrue(osm.flush(node::onBlock, 1)));
            node.endings(1);

            assertEquals(1 << 19, changes.getFirst().capacityBytes());
            assertEquals(List.of(50), percents);
        }
    }

    @ParameterizedTest
    @EnumSource
    void sharesADeviceWithOtherUsersAsTheClaimsPermit(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm first = node.attached(BlockSettings.STANDARD);
            BlockOsm second = node.osm(BlockSettings.STANDARD);
            assertThrows(RefusedException.class, () -> node.await("a second primary claim", second::attach));
            BlockOsm third = node.attached(BlockSettings.STANDARD.as(ClaimType.SECONDARY));
            BlockOsm fourth = node.attached(BlockSettings.STANDARD.as(ClaimType.MANAGEMENT));
            List<BlockOsm> notified = new ArrayList<>();
            for (BlockOsm osm : List.of(first, third, fourth)) {
                node.tasks.run(() -> osm.addListener(_ -> notified.add(osm)));
                node.tasks.run(() -> assertTrue(osm.read(0, 512, node.address(0), node::onBlock, 1)));
            }
            assertTrue(node.endings(3).stream().allMatch(end -> end.status().isSuccess()));

            node.cardTasks.run(() -> disk.resize(1 << 19));
            node.tasks.await("all three to hear of the event", () -> notified.size() == 3);
            node.await("the third to leave", third::detach);
            node.cardTasks.run(() -> disk.resize(1 << 18));
            node.tasks.await("the two others to hear", () -> first.info().capacityBytes() == 1 << 18
                && fourth.info().capacityBytes() == 1 << 18);
            assertEquals(1 << 19, third.info().capacityBytes());
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsAllRequestsWhenItsIopIsResetAndTakesTheDeviceIntoUseAgain(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(BlockSettings.STANDARD);
            node.cardTasks.run(() -> disk.nextIsKept().nextIsKept());
            node.tasks.run(() -> {
                assertTrue(osm.read(0, 512, node.address(0), node::onBlock, 1));
                assertTrue(osm.write(0, 512, node.address(0), WriteMode.BACK, node::onBlock, 2));
            });
            node.cardTasks.await("both", () -> disk.heard.size() == 2);

            node.await("the restart", () -> node.driver.restart(node.iop));

            assertEquals(List.of(BlockOutcome.IOP_RESET, BlockOutcome.IOP_RESET), node.endings(2).stream().map(Ending::status).toList());
            assertSame(BlockOutcome.Retry.LATER, BlockOutcome.IOP_RESET.retry());
            node.tasks.await("the device", () -> osm.info().access() == Access.READ_WRITE);
            node.tasks.run(() -> assertTrue(osm.read(0, 512, node.address(0), node::onBlock, 3)));
            assertEquals(new Ending(3, BlockOutcome.SUCCESS, 512), node.endings(3).get(2));
            assertEquals(Tid.HOST, node.cardTasks.call(() -> node.card.kernel().directory().device(node.tid).userTid()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsAllRequestsToADeviceThatIsTakenOff(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(BlockSettings.STANDARD);
            node.cardTasks.run(disk::nextIsKept);
            node.tasks.run(() -> assertTrue(osm.read(0, 512, node.address(0), node::onBlock, 1)));
            node.cardTasks.await("the request", () -> disk.heard.size() == 1);

            node.cardTasks.run(() -> node.card.kernel().roster().remove(node.card.kernel().directory().device(node.tid)));

            assertEquals(1, node.endings(1).size());
            node.tasks.await("the OSM to hear of it", () -> osm.info().access() == Access.NONE);
            node.tasks.run(() -> assertTrue(osm.read(0, 512, node.address(0), node::onBlock, 2)));
            assertEquals(new Ending(2, BlockOutcome.GONE, 0), node.endings(2).get(1));
            assertEquals(0, node.tasks.call(osm::inFlight));
        }
    }

    @ParameterizedTest
    @EnumSource
    void attachesADeviceThatWasTakenOffAgainWhenAResetBringsItBack(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(BlockSettings.STANDARD);
            node.cardTasks.run(() -> node.card.kernel().roster().destroy(node.card.kernel().directory().device(node.tid)));
            node.tasks.await("the OSM to hear of it", () -> osm.info().access() == Access.NONE);

            node.await("the restart", () -> node.driver.restart(node.iop));

            node.tasks.await("the device", () -> osm.info().access() != Access.NONE);
            node.tasks.run(() -> assertTrue(osm.read(0, 512, node.address(0), node::onBlock, 1)));
            assertEquals(List.of(new Ending(1, BlockOutcome.SUCCESS, 512)), node.endings(1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void flushesAndReleasesBeforeTheIopIsTakenOutOfOperation(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(BlockSettings.STANDARD);
            node.tasks.run(() -> assertTrue(osm.write(0, 512, node.address(0), WriteMode.BACK, node::onBlock, 1)));

            assertEquals(List.of("iop1"), node.await("the shutdown", node.driver::shutdown));

            assertEquals(List.of("BSA_BLOCK_WRITE", "BSA_CACHE_FLUSH"), disk.heard);
            assertEquals(List.of(new Ending(1, BlockOutcome.SUCCESS, 512)), node.endings(1));
            assertEquals(Access.NONE, osm.info().access());
        }
    }

    @ParameterizedTest
    @EnumSource
    void makesABatchOfMoreRequestsThanCanBeUnderWay(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(BlockSettings.STANDARD.withQueueDepth(4));
            disk.bytes.copyFrom(MemorySegment.ofArray(pattern(3, 1 << 20)));
            BlockBatch batch = node.tasks.call(() -> new BlockBatch(node.host, osm, 64));
            List<BlockBatch> ended = new ArrayList<>();

            node.tasks.run(() -> {
                for (int i = 0; i < 60; i++) {
                    assertEquals(i, batch.read((59 - i) * 512L, 512, node.address(i * 512)));
                }
                batch.read(1 << 20, 512, node.address(0));
                batch.submit(ended::add);
            });
            node.tasks.await("the batch", () -> ended.size() == 1);

            node.tasks.run(() -> {
                assertEquals(1, batch.failures());
                assertEquals(BlockOutcome.OUT_OF_RANGE, batch.status(60));
                assertEquals(512, batch.bytes(0));
                batch.clear();
                batch.verify(0, 4096);
                batch.submit(ended::add);
            });
            node.tasks.await("the second batch", () -> ended.size() == 2);
            for (int i = 0; i < 60; i++) {
                assertArrayEquals(medium((59 - i) * 512, 512), buffer(node, i * 512, 512));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void servesBlockingCodeAndFutures(Kind kind) {
        try (BlockNode node = new BlockNode(kind, disk)) {
            BlockOsm osm = node.attached(BlockSettings.STANDARD.withQueueDepth(2).withMaxTransfer(4096));
            BlockCalls calls = node.tasks.call(() -> new BlockCalls(node.host, osm));
            byte[] data = pattern(4, 20_480);
            try (BlockVolume volume = new BlockVolume(node.tasks, calls, node.memory)) {
                byte[] read = new byte[data.length];
                volume.write(512, MemorySegment.ofArray(data), WriteMode.THROUGH);
                volume.flush();
                volume.verify(0, 32_768);
                volume.read(512, MemorySegment.ofArray(read));
                assertArrayEquals(data, read);
                volume.zero(512, 8192, WriteMode.BACK);
                assertArrayEquals(new byte[8192], medium(512, 8192));
                BlockException why = assertThrows(BlockException.class, () -> volume.zero(1 << 20, 512, WriteMode.BACK));
                assertEquals(BlockOutcome.OUT_OF_RANGE, why.status());
                assertEquals("zeros for 512 bytes at 1048576 ended with OUT_OF_RANGE after 0 bytes", why.getMessage());
            }
            BlockFutures futures = new BlockFutures(node.tasks, calls);
            List<CompletableFuture<Integer>> all = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                all.add(futures.read(i * 512L, 512, node.address(i * 512)));
            }
            all.add(futures.flush());
            all.forEach(future -> node.tasks.await("a future", future::isDone));
            assertEquals(512, all.getFirst().join());
            assertArrayEquals(medium(0, 5120), buffer(node, 0, 5120));
        }
    }

    @Test
    void countsADeviceThatLiesAboutWhatItMoved() {
        try (BlockNode node = new BlockNode(Kind.MODELLED, disk)) {
            BlockOsm osm = node.attached(BlockSettings.STANDARD);
            node.cardTasks.run(() -> disk.next(request -> {
                BlockTransfer.succeed(request.frame(), request.openReply(), 1 << 30);
                request.sendReply();
            }));
            node.tasks.run(() -> assertTrue(osm.read(0, 512, node.address(0), node::onBlock, 1)));
            assertEquals(List.of(new Ending(1, BlockOutcome.PROTOCOL_FAILURE, 0)), node.endings(1));
            assertEquals(1, node.tasks.call(() -> osm.counters().get(Counter.IMPOSSIBLE_COUNTS)));
        }
    }

    @Test
    void refusesSizesThatNoRequestCanHave() {
        try (BlockNode node = new BlockNode(Kind.MODELLED, disk)) {
            BlockOsm osm = node.attached(BlockSettings.STANDARD);
            node.tasks.run(() -> {
                assertThrows(IllegalArgumentException.class, () -> osm.read(0, 0, node.address(0), node::onBlock, 1));
                assertThrows(IllegalArgumentException.class, () -> osm.zero(0, (1 << 20) + 1, WriteMode.BACK, node::onBlock, 1));
                assertThrows(IllegalArgumentException.class, () -> osm.read(0, new BlockRuns(1), node::onBlock, 1));
            });
        }
    }

    @Test
    void acknowledgesAResetOfTheDevice() {
        try (BlockNode node = new BlockNode(Kind.MODELLED, disk)) {
            BlockOsm osm = node.attached(BlockSettings.STANDARD);
            node.cardTasks.run(() -> disk.report(EventIndicator.DEVICE_RESET));
            node.tasks.await("the event", () -> osm.counters().get(Counter.EVENTS) == 1);
            IopDriver iop = node.iop;
            node.tasks.await("the acknowledgement to be answered", () -> iop.contextsInUse() == 2);
        }
    }
}
