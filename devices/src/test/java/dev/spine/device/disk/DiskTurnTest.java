package dev.spine.device.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.HandAgent.Dma;
import dev.spine.device.disk.DiskCounters.Counter;
import dev.spine.device.disk.store.DelayingStore;
import dev.spine.device.disk.store.ExecutorKind;
import dev.spine.device.disk.store.Latency;
import dev.spine.device.disk.store.MemoryStore;
import dev.spine.device.disk.store.StoreOperation;
import dev.spine.device.disk.store.StoreWrapper;
import dev.spine.i2o.Function;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.AbortType;
import dev.spine.i2o.message.block.BlockAbortReply;
import dev.spine.i2o.message.block.BlockErrorReply;
import dev.spine.i2o.message.block.CacheFlush;
import dev.spine.i2o.message.block.DeviceReset;
import dev.spine.i2o.message.block.MediaVerify;
import dev.spine.i2o.message.block.StorageStatus;
import dev.spine.i2o.message.block.TransferFlags;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What one turn of the card costs at most, what a store that throws does to a disk, and what still lands after a reset. */
class DiskTurnTest {
    private static final int CAPACITY = 64 << 20;

    /** A store that counts the bytes of its operations, and throws instead when it is told to. */
    private static final class CountingStore extends StoreWrapper {
        private volatile long touched;
        private volatile boolean throwing;

        CountingStore() {
            super(MemoryStore.ofBytes(CAPACITY));
        }

        @SuppressWarnings("NonAtomicVolatileUpdate")
        private void touch(long bytes) {
            if (throwing) {
                throw new IllegalStateException("a defect of the store");
            }
            touched += bytes;
        }

        @Override
        public int read(long address, MemorySegment into, long offset, int bytes) {
            touch(bytes);
            return super.read(address, into, offset, bytes);
        }

        @Override
        public int write(long address, MemorySegment from, long offset, int bytes) {
            touch(bytes);
            return super.write(address, from, offset, bytes);
        }

        @Override
        public int zero(long address, long bytes) {
            touch(bytes);
            return super.zero(address, bytes);
        }

        @Override
        public int force() {
            touch(0);
            return super.force();
        }
    }

    private final CountingStore store = new CountingStore();

    private static MediaVerify verify(int bytes) {
        return new MediaVerify(0, 1, bytes, 0);
    }

    @Test
    void aRequestForTheWholeMediumTakesManyTurnsAndOthersAreServedBetweenThem() {
        DiskRig rig = new DiskRig(DiskSettings.of("disk"), store);
        int whole = rig.post(verify(CAPACITY));
        int small = 0;
        long most = 0;
        for (long before = 0; rig.replies.size() < 2; before = store.touched) {
            rig.kernel.doWork(1);
            most = Math.max(most, store.touched - before);
            if (small == 0 && store.touched > 0) {
                small = rig.transfer(Function.BSA_BLOCK_READ, 0, 0, 512, 0);
            }
            rig.collect();
        }
        assertTrue(most <= 2 * JobEngine.TURN_BYTES, "bytes of the longest turn: " + most);
        assertEquals(small, rig.nextReply().transactionContext());
        assertEquals(whole, rig.nextReply().transactionContext());
    }

    @Test
    void zerosForTheWholeMediumTakeManyTurns() {
        DiskRig rig = new DiskRig(DiskSettings.of("disk"), store);
        // A bit bucket: what is written from nowhere are zeros.
        int run = 8 << 20;
        rig.raw(Function.BSA_BLOCK_WRITE, 8, 1 << 16, 4 * run, 0, 0, 0x08 << 24 | run, 0, 0x08 << 24 | run, 0, 0x08 << 24 | run, 0,
            0xC8 << 24 | run, 0);
        long most = 0;
        for (long before = 0; rig.replies.isEmpty(); before = store.touched) {
            rig.kernel.doWork(1);
            most = Math.max(most, store.touched - before);
            rig.collect();
        }
        assertTrue(most > 0 && most <= run, "bytes of the longest turn: " + most);
        rig.succeeded();
        assertEquals(4L * run, store.touched);
    }

    @Test
    void aRequestThatRestsBetweenTurnsCanBeAborted() {
        DiskRig rig = new DiskRig(DiskSettings.of("disk"), store);
        int whole = rig.post(verify(CAPACITY));
        while (store.touched == 0) {
            rig.kernel.doWork(1);
        }
        rig.abort(AbortType.EXACT, Function.BSA_MEDIA_VERIFY, whole);
        rig.step();
        assertTrue(store.touched < CAPACITY);
        assertEquals(2, rig.replies.size());
        rig.replies.clear();
        rig.read(0, 512, 0);
    }

    @Test
    void aRequestThatRestsBetweenTurnsIsAnsweredWithATimeOut() {
        DiskRig rig = new DiskRig(DiskSettings.of("disk"), store);
        rig.post(verify(CAPACITY));
        while (store.touched == 0) {
            rig.kernel.doWork(1);
        }
        rig.agent.advance(60_000_000_000L);
        rig.stepUntilReply();
        assertEquals(StorageStatus.TIMEOUT, ((BlockErrorReply) rig.nextMessage()).detailedStatus());
        assertEquals(1, rig.disk.counters().get(Counter.TIMEOUTS));
    }

    @ParameterizedTest
    @EnumSource
    void aStoreThatThrowsIsAFailureOfTheDeviceAndTheDiskGoesOn(ExecutorKind kind) {
        DiskRig rig = new DiskRig(DiskSettings.of("disk"), store, HandAgent.live("node0/iop1"), kind);
        store.throwing = true;
        rig.transfer(Function.BSA_BLOCK_READ, 0, 0, 512, 0);
        rig.stepUntilReply();
        assertEquals(new BlockErrorReply(StorageStatus.DEVICE_FAILURE, 0, RequestStatus.ERROR_NO_DATA_TRANSFER, 0, 0),
            rig.nextMessage());
        assertEquals(1, rig.disk.counters().get(Counter.STORE_DEFECTS));
        store.throwing = false;
        rig.transfer(Function.BSA_BLOCK_READ, 0, 0, 512, 0);
        rig.stepUntilReply();
        assertEquals(512, rig.succeeded());
        rig.disk.close();
    }

    @Test
    void afterAResetNoByteOfAnEarlierRequestLands() {
        DiskRig rig = new DiskRig(DiskSettings.of("disk"), MemoryStore.ofBytes(1 << 20),
            HandAgent.modelled("node0/iop1").dma(Dma.WHEN_NOTIFIED));
        byte[] before = rig.fill(0, 512, 1);
        rig.transfer(Function.BSA_BLOCK_READ, 0, 0, 512, 0);
        rig.step();
        assertEquals(1, rig.agent.transfersUnderWay());
        rig.kernel.roster().terminate(rig.kernel.directory().device(rig.tid));
        rig.step();
        assertFalse(rig.replies.isEmpty(), "the request is over: its memory is its initiator's again");
        rig.agent.runTransfers();
        rig.step();
        assertArrayEquals(before, rig.hostBytes(0, 512));
    }

    /** Memory whose flush, and nothing else, takes very long. */
    private static final class HangingFlush extends StoreWrapper {
        HangingFlush() {
            super(MemoryStore.ofBytes(1 << 20));
        }

        @Override
        public @Nullable MemorySegment memory() {
            return inner().memory();
        }

        @Override
        public long latencyNs(StoreOperation.Kind kind, long bytes, SplittableRandom random) {
            return kind == StoreOperation.Kind.FORCE ? 900_000_000_000L : 0;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 1 << 19})
    void aDurableWriteIntoMemoryWhoseFlushHangsIsAnsweredWithATimeOut(int bytes) {
        DiskRig rig = new DiskRig(DiskSettings.of("disk"), new HangingFlush(), HandAgent.live("node0/iop1"));
        rig.transfer(Function.BSA_BLOCK_WRITE, TransferFlags.WRITE_THROUGH, 0, bytes, 0);
        rig.step();
        assertTrue(rig.replies.isEmpty(), "it is not durable yet");
        rig.agent.advance(60_000_000_000L);
        rig.step();
        assertEquals(new BlockErrorReply(StorageStatus.TIMEOUT, 0, RequestStatus.ERROR_DIRTY, bytes, bytes), rig.nextMessage());
        assertEquals(1, rig.disk.counters().get(Counter.TIMEOUTS));
    }

    @Test
    void aJobThatWasAbortedAndWhoseStoreHangsDoesNotKeepTheCardAwake() {
        DiskRig rig = new DiskRig(DiskSettings.of("disk"),
            new DelayingStore(MemoryStore.ofBytes(1 << 20), Latency.fixed(900_000_000_000L)), HandAgent.live("node0/iop1"));
        rig.transfer(Function.BSA_BLOCK_READ, 0, 0, 512, 0);
        rig.step();
        rig.post(new DeviceReset(0, 1));
        rig.step();
        assertEquals(2, rig.replies.size(), "the read and the reset are answered");
        rig.agent.advance(60_000_000_000L);
        rig.agent.takeWakeAt();
        rig.step();
        assertEquals(Long.MAX_VALUE, rig.agent.takeWakeAt(), "there is nothing whose time could be over");
    }

    @Test
    void aRequestThatWasAbortedInMidTransferIsAnsweredAsAbortedEvenIfItsTimeIsOverMeanwhile() {
        DiskRig rig = new DiskRig(DiskSettings.of("disk"), MemoryStore.ofBytes(1 << 20),
            HandAgent.modelled("node0/iop1").dma(Dma.WHEN_NOTIFIED));
        rig.transfer(Function.BSA_BLOCK_READ, 0, 0, 512, 0);
        rig.step();
        rig.post(new DeviceReset(0, 1));
        rig.step();
        assertEquals(0, rig.succeeded(), "the reset itself");
        rig.agent.advance(60_000_000_000L);
        rig.step();
        rig.agent.runTransfers();
        rig.step();
        assertEquals(new BlockAbortReply(StorageStatus.DEVICE_RESET, 0, RequestStatus.ABORT_NO_DATA_TRANSFER), rig.nextMessage());
        assertEquals(0, rig.disk.counters().get(Counter.TIMEOUTS));
    }

    /** How requests end that have been taken, and whose transfers are prepared but not submitted. */
    enum Ending {
        DEVICE_RESET {
            @Override
            void end(DiskRig rig) {
                rig.kernel.roster().terminate(rig.kernel.directory().device(rig.tid));
            }
        },
        IOP_RESET {
            @Override
            void end(DiskRig rig) {
                rig.dma.reset();
                rig.disk.reset();
                rig.kernel.discardTraffic(null);
            }
        },
        DESTROYED {
            @Override
            void end(DiskRig rig) {
                rig.kernel.roster().destroy(rig.kernel.directory().device(rig.tid));
                rig.kernel.roster().reload();
            }
        };

        abstract void end(DiskRig rig);
    }

    @ParameterizedTest
    @EnumSource
    void ofAPreparedTransferNothingMovesOnceItsRequestIsOverAndItsJobIsFreeAgain(Ending ending) {
        DiskRig rig = new DiskRig(DiskSettings.of("disk").withQueueDepth(2), MemoryStore.ofBytes(1 << 20),
            HandAgent.live("node0/iop1"));
        byte[] before = rig.fill(0, 1024, 1);
        for (int i = 0; i < 3; i++) {
            rig.transfer(Function.BSA_BLOCK_READ, 0, 0, 512, 512 * (i & 1));
        }
        assertEquals(3, rig.kernel.doWork(3), "the messages, and not the disk's own turn");
        assertEquals(0, rig.agent.transfers());
        ending.end(rig);
        rig.step();
        assertArrayEquals(before, rig.hostBytes(0, 1024));
        rig.replies.clear();
        for (int i = 0; i < 3; i++) {
            rig.read(0, 512, 0);
        }
    }

    private static List<Thread> threads(String name) {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals(name)).toList();
    }

    private static void assertEnd(List<Thread> threads) throws InterruptedException {
        assertEquals(1, threads.size());
        assertTrue(threads.getFirst().join(Duration.ofSeconds(20)), "it ends");
    }

    @Test
    void theThreadOfADiskEndsWhenTheDiskIsDestroyedAndOneThatComesBackHasItsOwn() throws InterruptedException {
        String name = "iop1 reborn operations";
        DiskRig rig = new DiskRig(DiskSettings.of("reborn"), MemoryStore.ofBytes(1 << 20), HandAgent.live("node0/iop1"),
            ExecutorKind.WORKER);
        byte[] written = rig.fill(0, 512, 1);
        rig.transfer(Function.BSA_BLOCK_WRITE, TransferFlags.WRITE_THROUGH, 0, 512, 0);
        rig.stepUntilReply();
        assertEquals(512, rig.succeeded());
        List<Thread> first = threads(name);
        rig.kernel.roster().destroy(rig.kernel.directory().device(rig.tid));
        assertEnd(first);
        rig.kernel.roster().reload();
        List<Thread> second = threads(name);
        rig.post(new CacheFlush(0, 60));
        rig.stepUntilReply();
        assertEquals(0, rig.succeeded());
        rig.read(0, 512, 512);
        assertArrayEquals(written, rig.hostBytes(512, 512));
        rig.disk.close();
        assertEnd(second);
    }
}
