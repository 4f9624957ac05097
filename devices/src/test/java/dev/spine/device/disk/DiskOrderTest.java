package dev.spine.device.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.HandAgent.Dma;
import dev.spine.device.disk.DiskCounters.Counter;
import dev.spine.device.disk.store.DelayingStore;
import dev.spine.device.disk.store.Latency;
import dev.spine.device.disk.store.MemoryStore;
import dev.spine.device.disk.store.Store;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.AbortType;
import dev.spine.i2o.message.block.BlockAbortReply;
import dev.spine.i2o.message.block.BlockErrorReply;
import dev.spine.i2o.message.block.CacheFlush;
import dev.spine.i2o.message.block.DeviceReset;
import dev.spine.i2o.message.block.StorageStatus;
import dev.spine.i2o.message.block.TransferFlags;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What runs together, what waits for what, and how requests end that take too long or are not wanted any more. */
class DiskOrderTest {
    private static final int CAPACITY = 1 << 20;

    private final DiskRig rig = new DiskRig(DiskSettings.of("disk").withQueueDepth(4), MemoryStore.ofBytes(CAPACITY),
        HandAgent.modelled("node0/iop1").dma(Dma.WHEN_NOTIFIED));

    private static DiskRig slow(long ns) {
        Store store = new DelayingStore(MemoryStore.ofBytes(CAPACITY), Latency.fixed(ns));
        return new DiskRig(DiskSettings.of("disk").withQueueDepth(4), store);
    }

    private static int read(DiskRig rig, long address, int offset) {
        return rig.transfer(Function.BSA_BLOCK_READ, 0, address, 512, offset);
    }

    private static int write(DiskRig rig, long address, int offset) {
        return rig.transfer(Function.BSA_BLOCK_WRITE, 0, address, 512, offset);
    }

    private static List<Integer> contexts(DiskRig rig) {
        List<Integer> contexts = new ArrayList<>();
        rig.replies.forEach(reply -> contexts.add(reply.transactionContext()));
        rig.replies.clear();
        return contexts;
    }

    @Test
    void asManyRequestsRunTogetherAsTheQueueIsDeepAndTheOthersWait() {
        for (int i = 0; i < 10; i++) {
            read(rig, i * 512L, i * 512);
        }
        rig.step();
        assertEquals(4, rig.agent.transfersUnderWay());
        assertEquals(6, rig.disk.counters().get(Counter.REQUESTS_WAITED));
        while (rig.agent.transfersUnderWay() > 0) {
            rig.agent.runTransfer();
            rig.step();
        }
        assertEquals(10, contexts(rig).size());
    }

    @Test
    void aReadWaitsForAWriteOfTheSameBytesAndSeesIt() {
        byte[] data = rig.fill(0, 512, 1);
        write(rig, 4096, 0);
        read(rig, 4096, 8192);
        rig.step();
        assertEquals(1, rig.agent.transfersUnderWay());
        rig.agent.runTransfers();
        rig.step();
        rig.agent.runTransfers();
        rig.step();
        assertEquals(2, contexts(rig).size());
        assertArrayEquals(data, rig.hostBytes(8192, 512));
    }

    @Test
    void aWriteWaitsForAReadOfTheSameBytesButNotForOthers() {
        read(rig, 0, 0);
        write(rig, 512, 1024);
        write(rig, 0, 2048);
        read(rig, 8192, 4096);
        rig.step();
        assertEquals(2, rig.agent.transfersUnderWay(), "the read, the write beside it; the rest waits in order");
        rig.agent.runTransfer();
        rig.step();
        assertEquals(3, rig.agent.transfersUnderWay());
        rig.agent.runTransfers();
        rig.step();
        assertEquals(4, contexts(rig).size());
    }

    @Test
    void aSoloRequestRunsAlone() {
        read(rig, 0, 0);
        rig.transfer(Function.BSA_BLOCK_READ, TransferFlags.SOLO, 512, 512, 512);
        read(rig, 1024, 1024);
        rig.step();
        for (int i = 0; i < 3; i++) {
            assertEquals(1, rig.agent.transfersUnderWay());
            rig.agent.runTransfer();
            rig.step();
        }
        assertEquals(3, contexts(rig).size());
    }

    @Test
    void aFlushWaitsForWritesAndNotForReads() {
        int write = write(rig, 0, 0);
        read(rig, 8192, 512);
        int flush = rig.post(new CacheFlush(0, 60));
        rig.step();
        assertTrue(rig.replies.isEmpty());
        rig.agent.runTransfer();
        rig.step();
        assertEquals(List.of(write, flush), contexts(rig));
        rig.agent.runTransfers();
        rig.step();
        assertEquals(1, contexts(rig).size());
    }

    @Test
    void aRequestThatTakesTooLongIsAnsweredWithATimeOut() {
        DiskRig slow = slow(90_000_000_000L);
        read(slow, 4096, 0);
        write(slow, 8192, 0);
        slow.step();
        assertTrue(slow.replies.isEmpty());
        assertEquals(30_000_000_000L, slow.agent.takeWakeAt());
        slow.agent.advance(30_000_000_000L);
        slow.step();
        List<Object> messages = List.of(slow.nextMessage(), slow.nextMessage());
        assertTrue(messages.contains(new BlockErrorReply(StorageStatus.TIMEOUT, 0, RequestStatus.ERROR_NO_DATA_TRANSFER, 0, 4096)));
        assertTrue(messages.contains(new BlockErrorReply(StorageStatus.TIMEOUT, 0, RequestStatus.ERROR_DIRTY, 0, 8192)));
        assertEquals(2, slow.disk.counters().get(Counter.TIMEOUTS));
        byte[] before = slow.hostBytes(0, 512);
        slow.agent.advance(300_000_000_000L);
        slow.step();
        assertTrue(slow.replies.isEmpty(), "what comes back later finds nobody");
        assertArrayEquals(before, slow.hostBytes(0, 512));
        read(slow, 0, 0);
        slow.step();
        slow.agent.advance(90_000_000_000L);
        slow.step();
        assertTrue(!slow.replies.isEmpty(), "the jobs are free again");
    }

    @Test
    void theTimeMultiplierMakesTheTimeOutLonger() {
        DiskRig slow = slow(90_000_000_000L);
        slow.transfer(Function.BSA_BLOCK_READ, 4 << 16, 0, 512, 0);
        slow.step();
        assertEquals(120_000_000_000L, slow.agent.takeWakeAt());
        slow.agent.advance(90_000_000_000L);
        slow.step();
        assertEquals(512, slow.succeeded());
    }

    @Test
    void aDeviceResetAnswersWhatIsOutstandingAsAborted() {
        DiskRig slow = slow(1_000_000);
        for (int i = 0; i < 6; i++) {
            read(slow, i * 512L, 0);
        }
        slow.step();
        slow.post(new DeviceReset(0, 1));
        slow.step();
        for (int i = 0; i < 6; i++) {
            assertEquals(new BlockAbortReply(StorageStatus.DEVICE_RESET, 0, RequestStatus.ABORT_NO_DATA_TRANSFER), slow.nextMessage());
        }
        assertEquals(0, slow.succeeded());
        assertEquals(6, slow.disk.counters().get(Counter.ABORTED));
        assertEquals(1, slow.disk.counters().get(Counter.RESETS));
        slow.agent.advance(100_000_000);
        slow.step();
        assertTrue(slow.replies.isEmpty());
        read(slow, 0, 0);
        slow.step();
        slow.agent.advance(1_000_000);
        slow.step();
        assertEquals(512, slow.succeeded());
    }

    @Test
    void anAbortEndsTheRequestsItNamesAndNoOthers() {
        DiskRig slow = slow(1_000_000);
        int first = read(slow, 0, 0);
        int second = read(slow, 512, 512);
        int third = write(slow, 1024, 1024);
        slow.step();
        int abort = slow.abort(AbortType.EXACT, Function.BSA_BLOCK_READ, second);
        slow.step();
        assertEquals(new BlockAbortReply(StorageStatus.SUCCESS, 0, RequestStatus.ABORT_NO_DATA_TRANSFER), slow.nextMessage());
        MessageFrame count = slow.nextReply();
        assertEquals(abort, count.transactionContext());
        assertEquals(1, count.word(MessageFrame.STATUS_WORD));
        slow.agent.advance(10_000_000);
        slow.step();
        assertEquals(List.of(first, third), contexts(slow));
    }

    @Test
    void aCleanAbortLeavesWhatHasBegun() {
        DiskRig slow = slow(1_000_000);
        for (int i = 0; i < 6; i++) {
            read(slow, i * 512L, 0);
        }
        slow.step();
        slow.abort(AbortType.CLEAN_WILD, 0, 0);
        slow.step();
        assertEquals(3, contexts(slow).size(), "two that waited, and the abort itself");
        slow.abort(AbortType.WILD, 0, 0);
        slow.step();
        assertEquals(5, contexts(slow).size());
        slow.agent.advance(100_000_000);
        slow.step();
        assertTrue(slow.replies.isEmpty());
    }

    @Test
    void aResetWaitsForBytesThatAreOnTheirWayIntoTheInitiatorsMemory() {
        read(rig, 0, 0);
        rig.step();
        rig.post(new DeviceReset(0, 1));
        rig.step();
        assertEquals(0, rig.succeeded(), "the reset itself");
        assertTrue(rig.replies.isEmpty());
        rig.agent.runTransfers();
        rig.step();
        assertEquals(new BlockAbortReply(StorageStatus.DEVICE_RESET, 0, RequestStatus.ABORT_NO_DATA_TRANSFER), rig.nextMessage());
    }

    @Test
    void whenTheIopIsResetNothingIsAnsweredAndTheDiskWorksAfterwards() {
        for (int i = 0; i < 6; i++) {
            read(rig, i * 512L, 0);
        }
        rig.step();
        rig.kernel.discardTraffic(null);
        rig.disk.reset();
        rig.agent.runTransfers();
        rig.step();
        assertTrue(rig.replies.isEmpty());
        read(rig, 0, 0);
        rig.step();
        rig.agent.runTransfers();
        rig.step();
        assertEquals(512, rig.succeeded());
    }

    @Test
    void quiesceAnswersEverything() {
        DiskRig slow = slow(1_000_000);
        for (int i = 0; i < 6; i++) {
            read(slow, i * 512L, 0);
        }
        slow.step();
        slow.disk.quiesce();
        slow.step();
        assertEquals(6, contexts(slow).size());
    }

    @Test
    void aHostThatReturnsNoFramesGetsItsRepliesLater() {
        rig.keepReplyFrames();
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < 40; i++) {
                read(rig, i * 512L, 0);
            }
            for (int i = 0; i < 12; i++) {
                rig.step();
                rig.agent.runTransfers();
            }
            rig.step();
        }
        assertEquals(128, contexts(rig).size());
        rig.returnReplyFrames();
        rig.step();
        assertEquals(32, contexts(rig).size());
    }

    @Test
    void theContextOfEachRequestComesBackOnce() {
        List<Integer> asked = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            asked.add(i % 2 == 0 ? read(rig, i * 512L, 0) : write(rig, i % 5 * 512L, 0));
        }
        for (int i = 0; i < 60; i++) {
            rig.step();
            if (rig.agent.transfersUnderWay() > 0) {
                rig.agent.runTransfer();
            }
        }
        List<MessageFrame> replies = List.copyOf(rig.replies);
        assertEquals(50, replies.size());
        List<Integer> answered = contexts(rig);
        assertTrue(answered.containsAll(asked));
    }
}
