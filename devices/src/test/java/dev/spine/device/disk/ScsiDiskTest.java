package dev.spine.device.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.disk.store.FaultyStore;
import dev.spine.device.disk.store.MemoryStore;
import dev.spine.device.disk.store.Store;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.Message;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.SingleReply;
import dev.spine.i2o.message.catalogue.Catalogue;
import dev.spine.i2o.message.scsi.AdapterStatus;
import dev.spine.i2o.message.scsi.BusQuiesce;
import dev.spine.i2o.message.scsi.BusScan;
import dev.spine.i2o.message.scsi.ScbAbort;
import dev.spine.i2o.message.scsi.ScbExec;
import dev.spine.i2o.message.scsi.ScbFlags;
import dev.spine.i2o.message.scsi.ScsiErrorReply;
import dev.spine.i2o.message.scsi.ScsiReply;
import dev.spine.i2o.message.scsi.ScsiStatus;
import dev.spine.i2o.sgl.SglElement;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The disk as a SCSI peripheral: commands mean what they mean to every SCSI driver, and touch the same blocks. */
class ScsiDiskTest {
    private static final int CAPACITY = 1 << 20;
    private static final int BLOCKS = CAPACITY / 512;
    private static final int IN = ScbFlags.FROM_DEVICE | ScbFlags.AUTOSENSE_IN_MESSAGE;
    private static final int OUT = ScbFlags.TO_DEVICE | ScbFlags.AUTOSENSE_IN_MESSAGE;
    private static final int NONE = ScbFlags.AUTOSENSE_IN_MESSAGE;

    private final FaultyStore faulty = new FaultyStore(MemoryStore.ofBytes(CAPACITY), 1);
    private final DiskRig rig = new DiskRig(DiskSettings.of("disk0").withRemovableMedium(), faulty);
    private final BusAdapterModule adapter = new BusAdapterModule("scsi0");
    private final int adapterTid = rig.kernel.install(adapter);
    private final ScsiModule scsi = new ScsiModule(rig.disk, adapter);
    private final int tid = rig.kernel.install(scsi);
    private int nextContext = 0x9000;

    private int post(int target, Request request) {
        int context = nextContext++;
        rig.request(frame -> request.emit(frame, Header.fromHost(target, 7, context)));
        return context;
    }

    private static byte[] cdb(int... bytes) {
        byte[] cdb = new byte[16];
        for (int i = 0; i < bytes.length; i++) {
            cdb[i] = (byte) bytes[i];
        }
        return cdb;
    }

    private int exec(int flags, int bytes, int... command) {
        int length = switch (command[0] >>> 5) {
            case 0 -> 6;
            case 1, 2 -> 10;
            case 5 -> 12;
            default -> 16;
        };
        List<SglElement> list = bytes == 0 ? List.of() : List.of((flags & ScbFlags.DIRECTION_MASK) == ScbFlags.FROM_DEVICE
            ? SglElement.Simple.into(rig.address(0), bytes) : SglElement.Simple.from(rig.address(0), bytes));
        return post(tid, new ScbExec(length, flags, Octets.of(cdb(command)), bytes, list));
    }

    private Message answer() {
        rig.step();
        Message message = Catalogue.parse(rig.nextReply(), DeviceClass.SCSI_PERIPHERAL);
        assertNotNull(message);
        return message;
    }

    private byte[] data(int allocation, int... command) {
        exec(IN, allocation, command);
        ScsiReply reply = assertInstanceOf(ScsiReply.class, answer());
        return rig.hostBytes(0, reply.transferCount());
    }

    private void good(int flags, int bytes, int... command) {
        exec(flags, bytes, command);
        assertEquals(ScsiStatus.GOOD, assertInstanceOf(ScsiReply.class, answer()).deviceStatus());
    }

    private void check(int key, int code) {
        ScsiErrorReply reply = assertInstanceOf(ScsiErrorReply.class, answer());
        assertEquals(ScsiStatus.CHECK_CONDITION, reply.deviceStatus());
        assertEquals(18, reply.autoSenseTransferCount());
        assertEquals(0x70, reply.senseData().at(0) & 0x7F);
        assertEquals(key, reply.senseData().at(2));
        assertEquals(code, reply.senseData().at(12) << 8 | reply.senseData().at(13));
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.US_ASCII).strip();
    }

    @Test
    void itHangsOnTheBusAdapter() {
        assertEquals(adapterTid, scsi.parentTid());
        post(adapterTid, new BusScan());
        rig.step();
        assertEquals(SingleReply.DONE, SingleReply.KIND.parse(rig.nextReply()));
    }

    @Test
    void inquiryTellsWhatItIs() {
        byte[] inquiry = data(36, 0x12, 0, 0, 0, 36);
        assertEquals(36, inquiry.length);
        assertEquals(0, inquiry[0]);
        assertEquals("SPINE", text(inquiry, 8, 16));
        assertEquals("disk disk0", text(inquiry, 16, 32));
        assertEquals(5, data(5, 0x12, 0, 0, 0, 36).length, "no more than there is room for");
        byte[] pages = data(64, 0x12, 1, 0, 0, 64);
        assertArrayEquals(new byte[] {0, 0, 0, 5, 0, (byte) 0x80, (byte) 0x83, (byte) 0xB0, (byte) 0xB2}, pages);
        assertEquals(16, text(data(64, 0x12, 1, 0x80, 0, 64), 4, 20).length());
        assertEquals("SPINE", text(data(64, 0x12, 1, 0x83, 0, 64), 8, 16));
        exec(IN, 36, 0x12, 1, 0x99, 0, 36);
        check(5, 0x2400);
    }

    @Test
    void capacityIsToldInBothSizes() {
        assertArrayEquals(new byte[] {0, 0, (byte) (BLOCKS - 1 >> 8), (byte) (BLOCKS - 1), 0, 0, 2, 0}, data(8, 0x25));
        byte[] wide = data(32, 0x9E, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32);
        assertEquals(32, wide.length);
        assertArrayEquals(new byte[] {0, 0, 0, 0, 0, 0, (byte) (BLOCKS - 1 >> 8), (byte) (BLOCKS - 1), 0, 0, 2, 0},
            Arrays.copyOf(wide, 12));
    }

    @Test
    void blocksAreWrittenAndReadInAllSizesOfCommand() {
        int[][] writes = {{0x0A, 0, 0, 8, 1}, {0x2A, 0, 0, 0, 0, 8, 0, 0, 1}, {0xAA, 0, 0, 0, 0, 8, 0, 0, 0, 1},
            {0x8A, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 1}, {0x2E, 0, 0, 0, 0, 8, 0, 0, 1}};
        int[][] reads = {{0x08, 0, 0, 8, 1}, {0x28, 0, 0, 0, 0, 8, 0, 0, 1}, {0xA8, 0, 0, 0, 0, 8, 0, 0, 0, 1},
            {0x88, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 1}};
        for (int i = 0; i < writes.length; i++) {
            byte[] written = rig.fill(0, 512, i);
            good(OUT, 512, writes[i]);
            rig.fill(0, 512, 99);
            assertArrayEquals(written, data(512, reads[i % reads.length]));
            rig.read(8 * 512, 512, 8192);
            assertArrayEquals(written, rig.hostBytes(8192, 512), "the same block as the block storage class sees");
        }
        good(NONE, 0, 0x2F, 0, 0, 0, 0, 8, 0, 0, 4);
        good(NONE, 0, 0x35);
        good(NONE, 0, 0x91);
    }

    @Test
    void zerosAndPatternsAreWrittenWithoutMovingThem() {
        rig.fill(0, 8192, 5);
        good(OUT, 8192, 0x2A, 0, 0, 0, 0, 0, 0, 0, 16);
        byte[] before = rig.hostBytes(0, 8192);
        rig.fill(0, 512, 6);
        byte[] pattern = rig.hostBytes(0, 512);
        good(OUT, 512, 0x41, 0, 0, 0, 0, 2, 0, 0, 2);
        System.arraycopy(pattern, 0, before, 1024, 512);
        System.arraycopy(pattern, 0, before, 1536, 512);
        good(NONE, 0, 0x93, 1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 1);
        Arrays.fill(before, 5 * 512, 6 * 512, (byte) 0);
        byte[] unmap = new byte[40];
        unmap[1] = 38;
        unmap[3] = 32;
        unmap[15] = 8;
        unmap[19] = 2;
        unmap[31] = 12;
        unmap[35] = 1;
        MemorySegment.copy(MemorySegment.ofArray(unmap), 0, rig.hostMemory.memory(), 0, 40);
        good(OUT, 40, 0x42, 0, 0, 0, 0, 0, 0, 0, 40);
        Arrays.fill(before, 8 * 512, 10 * 512, (byte) 0);
        Arrays.fill(before, 12 * 512, 13 * 512, (byte) 0);
        assertArrayEquals(before, data(8192, 0x28, 0, 0, 0, 0, 0, 0, 0, 16));
    }

    @Test
    void anUnmapBeyondTheMediumChangesNothing() {
        byte[] unmap = new byte[24];
        unmap[13] = 1;
        unmap[19] = 1;
        MemorySegment.copy(MemorySegment.ofArray(unmap), 0, rig.hostMemory.memory(), 0, 24);
        exec(OUT, 24, 0x42, 0, 0, 0, 0, 0, 0, 0, 24);
        check(5, 0x2100);
    }

    @Test
    void modePagesTellOfTheCache() {
        byte[] six = data(192, 0x1A, 0, 0x08, 0, 192);
        assertEquals(32, six.length);
        assertEquals(31, six[0]);
        assertEquals(8, six[12]);
        assertEquals(4, six[14], "writes are answered before they are durable");
        byte[] ten = data(192, 0x5A, 0, 0x3F, 0, 0, 0, 0, 0, 192);
        assertEquals(8 + 8 + 20 + 12, ten.length);
        exec(IN, 192, 0x1A, 0, 0x1C, 0, 192);
        check(5, 0x2400);
    }

    @Test
    void whatCannotBeDoneIsToldBySenseData() {
        exec(IN, 512, 0x28, 0, 0, 0, 8, 0, 0, 0, 1);
        check(5, 0x2100);
        exec(NONE, 0, 0x04);
        check(5, 0x2000);
        faulty.mediaErrorAt(1024, 512);
        exec(IN, 2048, 0x28, 0, 0, 0, 0, 0, 0, 0, 4);
        ScsiErrorReply reply = assertInstanceOf(ScsiErrorReply.class, answer());
        assertEquals(3, reply.senseData().at(2));
        assertEquals(2, reply.senseData().at(6), "the block at which it failed");
        faulty.heal();
        faulty.failOperation(1, Store.NO_ROOM);
        exec(OUT, 512, 0x2A, 0, 0, 0, 0, 0, 0, 0, 1);
        check(7, 0x2707);
        good(NONE, 0, 0x1B, 0, 0, 0, 0);
        exec(NONE, 0, 0x00);
        check(2, 0x0402);
        good(NONE, 0, 0x1B, 0, 0, 0, 1);
        good(NONE, 0, 0x00);
        good(NONE, 0, 0x1E, 0, 0, 0, 1);
        exec(NONE, 0, 0x1B, 0, 0, 0, 2);
        check(5, 0x5302);
        good(NONE, 0, 0x1E, 0, 0, 0, 0);
        good(NONE, 0, 0x1B, 0, 0, 0, 2);
        exec(NONE, 0, 0x00);
        check(2, 0x3A00);
        good(NONE, 0, 0x1B, 0, 0, 0, 3);
        assertEquals(16, data(16, 0xA0, 0, 0, 0, 0, 0, 0, 0, 0, 16).length);
    }

    private byte[] operations(int options, int code, int serviceAction) {
        return data(1024, 0xA3, 0x0C, options, code, serviceAction >>> 8, serviceAction, 0, 0, 4, 0);
    }

    @Test
    void theOperationsThatItReportsAreThoseThatItCarriesOut() {
        byte[] list = operations(0, 0, 0);
        int count = ByteBuffer.wrap(list).getInt() / 8;
        assertEquals(4 + 8 * count, list.length);
        Set<Integer> reported = new HashSet<>();
        for (int i = 0; i < count; i++) {
            ByteBuffer entry = ByteBuffer.wrap(list, 4 + 8 * i, 8);
            int code = entry.get() & 0xFF;
            assertEquals(0, entry.get());
            boolean acts = code == 0x9E || code == 0xA3;
            assertEquals(code == 0x9E ? 0x10 : code == 0xA3 ? 0x0C : 0, entry.getShort());
            assertEquals(acts ? 1 : 0, entry.getShort(), "whether it has a service action");
            assertEquals(code < 0x20 ? 6 : code < 0x60 ? 10 : code < 0xA0 ? 16 : 12, entry.getShort());
            assertTrue(reported.add(code));
        }
        Set<Integer> known = new HashSet<>();
        for (int code = 0; code < 256; code++) {
            exec(NONE, 0, code);
            boolean unknown = answer() instanceof ScsiErrorReply reply && reply.autoSenseTransferCount() == 18
                && reply.senseData().at(2) == 5 && reply.senseData().at(12) == 0x20;
            if (!unknown) {
                known.add(code);
            }
        }
        assertEquals(known, reported);
    }

    @Test
    void oneOperationIsReportedWithTheBitsThatCount() {
        assertArrayEquals(new byte[] {0, 3, 0, 10, 0x2A, 8, -1, -1, -1, -1, 0, -1, -1, 0}, operations(1, 0x2A, 0));
        assertArrayEquals(new byte[] {0, 1, 0, 0}, operations(1, 0x04, 0), "FORMAT UNIT");
        assertEquals(3, operations(2, 0x9E, 0x10)[1]);
        assertEquals(1, operations(2, 0x9E, 0x11)[1]);
        assertEquals(3, operations(3, 0x28, 0)[1]);
        assertEquals(1, operations(3, 0x28, 1)[1]);
        assertEquals(3, operations(3, 0xA3, 0x0C)[1]);
        byte[] timed = operations(0x81, 0x00, 0);
        assertArrayEquals(new byte[] {0, (byte) 0x83, 0, 6, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, timed);
        assertEquals(2, operations(0x80, 0, 0)[4 + 5], "with times");
        exec(IN, 1024, 0xA3, 0x0C, 1, 0x9E, 0, 0, 0, 0, 4, 0);
        check(5, 0x2400);
        exec(IN, 1024, 0xA3, 0x0C, 2, 0x28, 0, 0, 0, 0, 4, 0);
        check(5, 0x2400);
        exec(IN, 1024, 0xA3, 0x0C, 7, 0, 0, 0, 0, 0, 4, 0);
        check(5, 0x2400);
        exec(IN, 1024, 0xA3, 0x05, 0, 0, 0, 0, 0, 0, 4, 0);
        check(5, 0x2400);
    }

    @Test
    void senseDataThatWasNotAskedForIsKept() {
        exec(ScbFlags.NO_DATA, 0, 0x04);
        ScsiErrorReply reply = assertInstanceOf(ScsiErrorReply.class, answer());
        assertEquals(0, reply.autoSenseTransferCount());
        assertEquals(5, data(18, 0x03, 0, 0, 0, 18)[2]);
        assertEquals(0, data(18, 0x03, 0, 0, 0, 18)[2], "told once");
    }

    @Test
    void aBufferThatIsTooSmallIsAnOverrun() {
        exec(IN, 512, 0x28, 0, 0, 0, 0, 0, 0, 0, 2);
        assertEquals(AdapterStatus.DATA_OVERRUN, assertInstanceOf(ScsiErrorReply.class, answer()).adapterStatus());
        post(tid, new ScbExec(3, NONE, Octets.of(cdb(0)), 0, List.of()));
        assertEquals(AdapterStatus.INVALID_CDB, assertInstanceOf(ScsiErrorReply.class, answer()).adapterStatus());
    }

    @Test
    void aCommandWithoutDataMayLeaveTheCountOut() {
        rig.request(frame -> {
            frame.header(9, 0, 0, Function.SCSI_SCB_EXEC, 1, tid);
            frame.contexts(7, 8);
            for (int word = MessageFrame.HEADER_WORDS; word < 9; word++) {
                frame.setWord(word, word == 4 ? 0x20A00006 : 0);
            }
        });
        assertInstanceOf(ScsiReply.class, answer());
    }

    @Test
    void aResetEndsCommandsAndTheNextIsTold() {
        post(tid, PlainRequest.DEVICE_RESET);
        assertInstanceOf(ScsiReply.class, answer());
        exec(NONE, 0, 0x00);
        check(6, 0x2900);
        good(NONE, 0, 0x00);
        for (Request reset : List.of(PlainRequest.BUS_RESET, PlainRequest.ADAPTER_RESET)) {
            post(adapterTid, reset);
            rig.step();
            assertEquals(SingleReply.DONE, SingleReply.KIND.parse(rig.nextReply()));
            exec(NONE, 0, 0x00);
            check(6, 0x2900);
        }
    }

    @Test
    void aQuiescedBusLetsNoCommandThrough() {
        post(adapterTid, new BusQuiesce(BusQuiesce.QUIESCE));
        rig.step();
        rig.nextReply();
        exec(NONE, 0, 0x00);
        assertEquals(AdapterStatus.QUEUE_FROZEN, assertInstanceOf(ScsiErrorReply.class, answer()).adapterStatus());
        post(adapterTid, new BusQuiesce(0));
        rig.step();
        rig.nextReply();
        good(NONE, 0, 0x00);
    }

    @Test
    void anAbortOfACommandThatIsNotThereSaysSo() {
        post(tid, new ScbAbort(0x1234));
        ScsiErrorReply reply = assertInstanceOf(ScsiErrorReply.class, answer());
        assertEquals(AdapterStatus.UNABLE_TO_ABORT, reply.adapterStatus());
        assertEquals(RequestStatus.ERROR_NO_DATA_TRANSFER, reply.requestStatus());
    }

    @Test
    void aReservationIsTheInitiatorsOwn() {
        good(NONE, 0, 0x16);
        good(NONE, 0, 0x00);
        rig.request(frame -> new ScbExec(6, NONE, Octets.of(cdb(0)), 0, List.of())
            .emit(frame, new Header(tid, 0x123, 7, 8)));
        assertEquals(ScsiStatus.RESERVATION_CONFLICT, assertInstanceOf(ScsiErrorReply.class, answer()).deviceStatus());
        good(NONE, 0, 0x17);
    }
}
