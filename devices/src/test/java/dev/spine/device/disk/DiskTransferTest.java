package dev.spine.device.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.disk.DiskCounters.Counter;
import dev.spine.device.disk.store.MemoryStore;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.TransactionErrorReply;
import dev.spine.i2o.message.block.BlockErrorReply;
import dev.spine.i2o.message.block.BlockRead;
import dev.spine.i2o.message.block.BlockWrite;
import dev.spine.i2o.message.block.BlockWriteVerify;
import dev.spine.i2o.message.block.MediaVerify;
import dev.spine.i2o.message.block.StorageStatus;
import dev.spine.i2o.message.block.TransferFlags;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Bytes go from the host to the medium and back, over whatever list; what cannot be done is refused with its status. */
class DiskTransferTest {
    private static final int CAPACITY = 1 << 20;
    private static final int BUCKET = 0xC8 << 24;

    private final DiskRig rig = new DiskRig(DiskSettings.of("disk"), MemoryStore.ofBytes(CAPACITY + 100));

    @Test
    void whatIsWrittenIsRead() {
        byte[] data = rig.fill(0, 4096, 1);
        rig.write(8192, 4096, 0);
        rig.read(8192, 4096, 10_000);
        assertArrayEquals(data, rig.hostBytes(10_000, 4096));
        assertEquals(4096, rig.disk.counters().get(Counter.BYTES_READ));
        assertEquals(4096, rig.disk.counters().get(Counter.BYTES_WRITTEN));
    }

    @Test
    void theBytesCrossTheBusOnce() {
        rig.write(0, 4096, 0);
        rig.read(0, 4096, 4096);
        assertEquals(2, rig.agent.transfers(), "one transfer for each request");
        assertEquals(4096, rig.bus.account(rig.card).dataBytes(rig.host, rig.card));
        assertEquals(4096, rig.bus.account(rig.card).dataBytes(rig.card, rig.host));
    }

    @Test
    void aBufferMayBeManyRuns() {
        byte[] data = rig.fill(0, 2048, 2);
        rig.post(new BlockWrite(0, 0, 2048, 512, List.of(
            new SglElement.Simple(0x14, 100, 0, rig.address(0)), new SglElement.Simple(0x14, 1900, 0, rig.address(100)),
            SglElement.Simple.from(rig.address(2000), 48))));
        rig.step();
        assertEquals(2048, rig.succeeded());
        rig.post(new BlockRead(0, 0, 0, 2048, 512, List.of(
            new SglElement.Simple(0x10, 2000, 0, rig.address(4096)), SglElement.Simple.into(rig.address(6096), 48))));
        rig.step();
        assertEquals(2048, rig.succeeded());
        assertArrayEquals(data, rig.hostBytes(4096, 2048));
    }

    @Test
    void aBufferMayBeAListOfPagesOfTheHost() {
        byte[] data = rig.fill(0, 16_384, 7);
        rig.kernel.directory().hostPageBytes(4096);
        int page = rig.address(0) + 4095 & -4096;
        int first = page - rig.address(0);
        rig.raw(Function.BSA_BLOCK_WRITE, 8, 0, 8192, 0, 0, 0xE4 << 24 | 8192, page + 1024, page + 8192, page + 4096);
        rig.step();
        assertEquals(8192, rig.succeeded());
        rig.read(0, 8192, 65_536);
        byte[] read = rig.hostBytes(65_536, 8192);
        byte[] expected = new byte[8192];
        System.arraycopy(data, first + 1024, expected, 0, 3072);
        System.arraycopy(data, first + 8192, expected, 3072, 4096);
        System.arraycopy(data, first + 4096, expected, 7168, 1024);
        assertArrayEquals(expected, read);
    }

    @Test
    void aWriteOfABitBucketWritesZerosWithoutMemoryOfTheHost() {
        rig.fill(0, 4096, 3);
        rig.write(0, 4096, 0);
        long before = rig.agent.transfers();
        rig.raw(Function.BSA_BLOCK_WRITE, 8, 0, 2048, 1024, 0, BUCKET | 2048, 0);
        rig.step();
        assertEquals(2048, rig.succeeded());
        assertEquals(before, rig.agent.transfers());
        rig.read(0, 4096, 8192);
        assertArrayEquals(rig.hostBytes(0, 1024), rig.hostBytes(8192, 1024));
        assertArrayEquals(new byte[2048], rig.hostBytes(8192 + 1024, 2048));
        assertArrayEquals(rig.hostBytes(3072, 1024), rig.hostBytes(8192 + 3072, 1024));
    }

    @Test
    void aWriteMayTakeItsBytesFromTheMessageItself() {
        byte[] data = rig.fill(0, 256, 4);
        rig.raw(Function.BSA_BLOCK_WRITE, 8, immediate(0, 512, 0, data, BUCKET | 256, 0));
        rig.step();
        assertEquals(512, rig.succeeded());
        rig.read(0, 512, 8192);
        assertArrayEquals(data, rig.hostBytes(8192, 256));
        assertArrayEquals(new byte[256], rig.hostBytes(8192 + 256, 256));
    }

    private static int[] immediate(int control, int count, int address, byte[] data, int... more) {
        int[] words = new int[5 + data.length / 4 + more.length];
        words[0] = control;
        words[1] = count;
        words[2] = address;
        words[4] = 0x0C << 24 | data.length;
        Octets octets = Octets.of(data);
        for (int i = 0; i < data.length; i++) {
            words[5 + i / 4] |= octets.at(i) << i % 4 * 8;
        }
        System.arraycopy(more, 0, words, 5 + data.length / 4, more.length);
        return words;
    }

    @Test
    void aReadIntoABitBucketMovesNothing() {
        rig.raw(Function.BSA_BLOCK_READ, 8, 0, 2048, 1024, 0, BUCKET | 2048, 0);
        rig.step();
        assertEquals(2048, rig.succeeded());
        assertEquals(0, rig.agent.transfers());
    }

    @Test
    void aReadIntoTheCacheAloneNeedsNoBuffer() {
        rig.raw(Function.BSA_BLOCK_READ, 0, TransferFlags.READ_CACHE_ONLY, 4096, 0, 0);
        rig.step();
        assertEquals(4096, rig.succeeded());
        assertEquals(0, rig.agent.transfers());
    }

    @Test
    void hintsOfDriversAreAccepted() {
        rig.transfer(Function.BSA_BLOCK_READ, 0x201F0008, 0, 512, 0);
        rig.transfer(Function.BSA_BLOCK_WRITE, 0x001F0010, 0, 512, 0);
        rig.transfer(Function.BSA_BLOCK_WRITE, 0x001F0004, 0, 512, 0);
        rig.transfer(Function.BSA_BLOCK_WRITE, 0x00010008, 0, 512, 0);
        rig.step();
        for (int i = 0; i < 4; i++) {
            assertEquals(512, rig.succeeded());
        }
    }

    @Test
    void aWrittenBlockIsReadBackOnRequest() {
        byte[] data = rig.fill(0, 4096, 5);
        rig.post(new BlockWriteVerify(0, 0, 4096, 0, List.of(SglElement.Simple.from(rig.address(0), 4096))));
        rig.step();
        assertEquals(4096, rig.succeeded());
        rig.read(0, 4096, 8192);
        assertArrayEquals(data, rig.hostBytes(8192, 4096));
    }

    @Test
    void theMediumIsVerifiedWithoutMovingIt() {
        rig.post(new MediaVerify(0, 0, CAPACITY, 0));
        rig.step();
        assertEquals(CAPACITY, rig.succeeded());
        assertEquals(0, rig.agent.transfers());
    }

    @Test
    void aRequestOfNothingSucceeds() {
        rig.raw(Function.BSA_BLOCK_READ, 0, 0, 0, 0, 0);
        rig.step();
        assertEquals(0, rig.succeeded());
    }

    @Test
    void theLastBlockIsThereAndTheNextIsNot() {
        rig.read(CAPACITY - 512, 512, 0);
        rig.transfer(Function.BSA_BLOCK_READ, 0, CAPACITY, 512, 0);
        rig.transfer(Function.BSA_BLOCK_READ, 0, CAPACITY - 512, 1024, 0);
        rig.transfer(Function.BSA_BLOCK_WRITE, 0, 1L << 62, 512, 0);
        rig.transfer(Function.BSA_BLOCK_WRITE, 0, -512, 512, 0);
        rig.step();
        assertRefused(StorageStatus.ACCESS_ERROR, CAPACITY);
        assertRefused(StorageStatus.ACCESS_ERROR, CAPACITY);
        assertRefused(StorageStatus.ACCESS_ERROR, 1L << 62);
        assertRefused(StorageStatus.ACCESS_ERROR, -512);
        assertEquals(4, rig.disk.counters().get(Counter.REQUESTS_REFUSED));
    }

    @Test
    void addressesAndLengthsAreWholeBlocks() {
        rig.transfer(Function.BSA_BLOCK_READ, 0, 100, 512, 0);
        rig.transfer(Function.BSA_BLOCK_WRITE, 0, 512, 100, 0);
        rig.step();
        assertRefused(StorageStatus.ACCESS_ERROR, 100);
        assertRefused(StorageStatus.ACCESS_ERROR, 512);
    }

    private void assertRefused(int detailedStatus, long address) {
        assertEquals(new BlockErrorReply(detailedStatus, 0, RequestStatus.ERROR_NO_DATA_TRANSFER, 0, address), rig.nextMessage());
    }

    @Test
    void aListThatIsTooShortOrTooLongIsRefused() {
        rig.post(new BlockRead(0, 0, 0, 1024, 0, List.of(SglElement.Simple.into(rig.address(0), 512))));
        rig.post(new BlockRead(0, 0, 0, 512, 0, List.of(SglElement.Simple.into(rig.address(0), 1024))));
        rig.post(new BlockWrite(0, 0, 512, 0, List.of()));
        rig.step();
        for (int i = 0; i < 3; i++) {
            assertEquals(new TransactionErrorReply(DetailedStatus.INVALID_PARAMETER, 20, 0), rig.nextMessage());
        }
    }

    @Test
    void aFrameThatIsTooShortIsRefused() {
        rig.raw(Function.BSA_BLOCK_READ, 0, 0, 512);
        rig.raw(Function.BSA_MEDIA_VERIFY, 0, 0, 512);
        rig.step();
        assertEquals(new TransactionErrorReply(DetailedStatus.MESSAGE_TOO_SMALL, 0, 0), rig.nextMessage());
        assertEquals(new TransactionErrorReply(DetailedStatus.MESSAGE_TOO_SMALL, 0, 0), rig.nextMessage());
    }

    @Test
    void memoryOfOthersIsOutOfReachAndSoIsTheCardsOwn() {
        rig.post(new BlockRead(0, 0, 0, 512, 0, List.of(SglElement.Simple.into((int) rig.peerMemory.base(), 512))));
        long medium = LongStream.range(0, 1L << 20).map(i -> i << 12)
            .filter(a -> rig.bus.find(a, 512) != null && rig.bus.find(a, 512).name().endsWith("medium")).findFirst().orElseThrow();
        rig.post(new BlockWrite(0, 0, 512, 0, List.of(SglElement.Simple.from((int) medium, 512))));
        rig.post(new BlockRead(0, 0, 0, 512, 0, List.of(SglElement.Simple.into(0x7000_0000, 512))));
        rig.step();
        assertRefused(StorageStatus.BUS_FAILURE, 0);
        assertRefused(StorageStatus.BUS_FAILURE, 0);
        assertRefused(StorageStatus.BUS_FAILURE, 0);
        assertEquals(0, rig.agent.transfers());
    }

    @Test
    void unknownAndUnsupportedFunctionsGetTheirAnswers() {
        rig.raw(Function.BSA_MEDIA_FORMAT, 0);
        rig.raw(Function.BSA_BLOCK_REASSIGN, 5, 0, 0xD4000004, rig.address(0));
        rig.raw(0x7E, 0);
        rig.step();
        assertEquals(new TransactionErrorReply(DetailedStatus.UNSUPPORTED_FUNCTION, 7, 0), rig.nextMessage());
        assertEquals(new TransactionErrorReply(DetailedStatus.UNSUPPORTED_FUNCTION, 7, 0), rig.nextMessage());
        assertEquals(new TransactionErrorReply(DetailedStatus.UNKNOWN_FUNCTION, 7, 0), rig.nextMessage());
    }

    @Test
    void everyRequestOfManyIsAnsweredOnce() {
        for (int i = 0; i < 60; i++) {
            rig.transfer(i % 3 == 0 ? Function.BSA_BLOCK_WRITE : Function.BSA_BLOCK_READ, 0, i % 7 * 512L, 512, i * 512);
        }
        rig.step();
        for (int i = 0; i < 60; i++) {
            assertEquals(512, rig.succeeded());
        }
        assertTrue(rig.replies.isEmpty());
    }

    @Test
    void howManyPartsARequestHasIsNoMatterOfDepth() {
        int bytes = 64 << 20;
        DiskRig large = new DiskRig(DiskSettings.of("large").withStagingBytes(4096), MemoryStore.ofBytes(bytes));
        large.post(new MediaVerify(0, 0, bytes, 0));
        large.step();
        assertEquals(bytes, large.succeeded());
    }
}
