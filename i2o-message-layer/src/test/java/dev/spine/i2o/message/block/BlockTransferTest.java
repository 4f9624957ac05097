package dev.spine.i2o.message.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.CodeNames;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Frames;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Seeded;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.SingleReply;
import dev.spine.i2o.message.catalogue.Catalogue;
import dev.spine.i2o.message.scsi.AdapterStatus;
import dev.spine.i2o.message.scsi.ScsiErrorReply;
import dev.spine.i2o.message.scsi.ScsiReply;
import dev.spine.i2o.message.scsi.ScsiStatus;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written in place is what the records read, and the other way round. */
class BlockTransferTest {
    @Test
    void theFlyweightAndTheRecordReadTheSameWords() {
        Seeded.cases(2_000, random -> {
            MessageFrame frame = Frames.random(random);
            frame.resize(BlockTransfer.FIXED_WORDS);
            BlockRead record = BlockRead.KIND.parse(frame);
            assertEquals(record.controlFlags(), BlockTransfer.controlFlags(frame));
            assertEquals(record.timeMultiplier(), BlockTransfer.timeMultiplier(frame));
            assertEquals(record.fetchAhead(), BlockTransfer.fetchAhead(frame));
            assertEquals(record.transferByteCount(), (int) BlockTransfer.byteCount(frame));
            assertEquals(record.logicalByteAddress(), BlockTransfer.byteAddress(frame));
        });
    }

    @Test
    void aRequestOfOneRunIsTheRecordsRequest() {
        MessageFrame frame = Frames.slot();
        BlockTransfer.writeOneRun(frame, Function.BSA_BLOCK_WRITE, 1, 0x10, 7, 8, 0x010008, 4096, 0x1_0000_2000L, 0x00200000);
        assertEquals(new BlockWrite(TransferFlags.WRITE_THROUGH, 1, 4096, 0x1_0000_2000L,
            List.of(SglElement.Simple.from(0x00200000, 4096))), Catalogue.parse(frame, DeviceClass.RANDOM_BLOCK_STORAGE));
        assertEquals(Header.fromHost(0x10, 7, 8), Header.of(frame));
    }

    @Test
    void repliesAreToldApartByStatusAndSize() {
        MessageFrame request = Frames.slot();
        BlockTransfer.writeOneRun(request, Function.BSA_BLOCK_READ, 1, 0x10, 7, 8, 0, 4096, 0, 0x00200000);
        MessageFrame reply = Frames.slot();
        BlockTransfer.succeed(request, reply, 4096);
        assertEquals(new BlockReply(0, 0, 0, 4096), Catalogue.parse(reply, DeviceClass.RANDOM_BLOCK_STORAGE));
        BlockTransfer.fail(request, reply, RequestStatus.ERROR_PARTIAL_TRANSFER, StorageStatus.MEDIA_ERROR, 3, 512, 0x2_0000_0200L);
        assertEquals(new BlockErrorReply(1, 3, 6, 512, 0x2_0000_0200L), Catalogue.parse(reply, DeviceClass.RANDOM_BLOCK_STORAGE));
        new BlockAbortReply(StorageStatus.DEVICE_RESET, 0, RequestStatus.ABORT_DIRTY).emit(request, reply);
        assertInstanceOf(BlockAbortReply.class, Catalogue.parse(reply, DeviceClass.RANDOM_BLOCK_STORAGE));
        new BlockProgressReply(0, 0, RequestStatus.PROGRESS_REPORT, 50).emit(request, reply);
        assertInstanceOf(BlockProgressReply.class, Catalogue.parse(reply, DeviceClass.RANDOM_BLOCK_STORAGE));
        assertEquals(0x80, reply.flags(), "a progress report is not the last reply");
        new ScsiReply(ScsiStatus.GOOD, AdapterStatus.SUCCESS, 0, 36).emit(request, reply);
        assertInstanceOf(ScsiReply.class, Catalogue.parse(reply, DeviceClass.SCSI_PERIPHERAL));
        new ScsiErrorReply(ScsiStatus.CHECK_CONDITION, 0, 4, 0, 18, Octets.NONE).emit(request, reply);
        assertEquals(68, reply.sizeBytes());
        assertInstanceOf(ScsiErrorReply.class, Catalogue.parse(reply, DeviceClass.SCSI_PERIPHERAL));
        SingleReply.DONE.emit(request, reply);
        assertInstanceOf(SingleReply.class, Catalogue.parse(reply, DeviceClass.SCSI_PERIPHERAL));
    }

    @Test
    void powerManagementFindsTheOperationWhereverADriverWroteIt() {
        assertEquals(PowerOperation.POWER_UP, new PowerManagement(0, 0, 0, PowerOperation.POWER_UP).effectiveOperation());
        assertEquals(PowerOperation.POWER_UP, new PowerManagement(0, 0, PowerOperation.POWER_UP, 0).effectiveOperation());
        assertEquals(0, new PowerManagement(0, 0, 0, 0).effectiveOperation());
        CodeNames.of(PowerOperation.class).all().keySet().forEach(code -> assertTrue(PowerOperation.isDefined(code)));
        assertFalse(PowerOperation.isDefined(0x04));
        assertFalse(PowerOperation.isDefined(0x1F));
        assertFalse(PowerOperation.isDefined(0x25));
        assertTrue(PowerOperation.isUp(PowerOperation.POWER_UP_AND_LOAD));
        assertFalse(PowerOperation.isUp(PowerOperation.QUIESCE));
    }

    @Test
    void statusesHaveNames() {
        assertEquals("MEDIA_ERROR", StorageStatus.name(1));
        assertEquals("TIMEOUT", StorageStatus.name(14));
        assertEquals("0xF", StorageStatus.name(15));
        assertEquals("CHECK_CONDITION", ScsiStatus.name(2));
        assertEquals("QUEUE_FROZEN", AdapterStatus.name(0x40));
        assertEquals("BSA_BLOCK_READ", Function.name(DeviceClass.RANDOM_BLOCK_STORAGE, 0x30));
        assertEquals("SCSI_SCB_EXEC", Function.name(DeviceClass.SCSI_PERIPHERAL, 0x81));
        assertEquals("HBA_BUS_SCAN", Function.name(DeviceClass.BUS_ADAPTER, 0x89));
    }
}
