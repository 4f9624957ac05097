package dev.spine.i2o;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.i2o.message.AbortType;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.block.BlockEvent;
import dev.spine.i2o.message.block.StorageStatus;
import dev.spine.i2o.message.exec.OutboundInitStatus;
import dev.spine.i2o.message.exec.ResetStatus;
import dev.spine.i2o.message.exec.SoftwareType;
import dev.spine.i2o.message.lan.LanStatus;
import dev.spine.i2o.message.scsi.AdapterStatus;
import dev.spine.i2o.message.scsi.ScsiStatus;
import dev.spine.i2o.param.BlockStatus;
import dev.spine.i2o.param.OperationCode;
import dev.spine.i2o.spec.ConstantSets;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The codes of classes, of parameters and of words in memory, written out again. */
class StatusCodesTest {
    private static void assertCodes(Class<?> declaring, String expected) {
        StringJoiner text = new StringJoiner(" ");
        CodeNames.of(declaring).all().forEach((code, name) -> text.add(String.format(Locale.ROOT, "%02X=%s", code, name)));
        assertEquals(String.join(" ", expected.strip().split("\\s+")), text.toString());
    }

    private static void assertRows(String set, String expected) {
        String rows = ConstantSets.ALL.stream().filter(one -> one.name().equals(set)).flatMap(one -> one.constants().stream())
            .map(one -> String.format(Locale.ROOT, "%02X=%s", one.value(), one.name().substring(set.length() + 1)))
            .collect(Collectors.joining(" "));
        assertEquals(String.join(" ", expected.strip().split("\\s+")), rows);
    }

    @Test
    void parameterOperationsAndTheirStatusesHaveTheirNumbers() {
        assertCodes(OperationCode.class, """
            01=FIELD_GET 02=LIST_GET 03=MORE_GET 04=SIZE_GET 05=TABLE_GET 06=FIELD_SET 07=LIST_SET 08=ROW_ADD 09=ROW_DELETE 0A=TABLE_CLEAR
            FFFF=ALL_FIELDS""");
        assertCodes(BlockStatus.class, """
            00=SUCCESS 01=BAD_KEY_ABORTED 02=BAD_KEY_CONTINUED 03=BUFFER_FULL 04=BUFFER_TOO_SMALL 05=FIELD_UNREADABLE 06=FIELD_UNWRITEABLE
            07=INSUFFICIENT_FIELDS 08=INVALID_GROUP_ID 09=INVALID_OPERATION 0A=NO_KEY_FIELD 0B=NO_SUCH_FIELD 0C=NON_DYNAMIC_GROUP
            0D=OPERATION_ERROR 0E=SCALAR_ERROR 0F=TABLE_ERROR 10=WRONG_GROUP_TYPE""");
    }

    @Test
    void blockStorageStatusesHaveTheirNumbers() {
        assertCodes(StorageStatus.class, """
            00=SUCCESS 01=MEDIA_ERROR 02=ACCESS_ERROR 03=DEVICE_FAILURE 04=DEVICE_NOT_READY 05=MEDIA_NOT_PRESENT 06=MEDIA_LOCKED
            07=MEDIA_FAILURE 08=PROTOCOL_FAILURE 09=BUS_FAILURE 0A=ACCESS_VIOLATION 0B=WRITE_PROTECTED 0C=DEVICE_RESET 0D=VOLUME_CHANGED
            0E=TIMEOUT""");
    }

    @Test
    void lanStatusesHaveTheirNumbers() {
        assertCodes(LanStatus.class, """
            00=SUCCESS 01=DEVICE_FAILURE 02=DESTINATION_NOT_FOUND 03=TRANSMIT_ERROR 04=TRANSMIT_ABORTED 05=RECEIVE_ERROR 06=RECEIVE_ABORTED
            07=DMA_ERROR 08=BAD_PACKET_DETECTED 09=OUT_OF_MEMORY 0A=BUCKET_OVERRUN 0B=IOP_INTERNAL_ERROR 0C=CANCELED
            0D=INVALID_TRANSACTION_CONTEXT 0E=DESTINATION_ADDRESS_DETECTED 0F=DESTINATION_ADDRESS_OMITTED 10=PARTIAL_PACKET_RETURNED
            11=SUSPENDED""");
    }

    @Test
    void scsiStatusesHaveTheirNumbers() {
        assertCodes(ScsiStatus.class, """
            00=GOOD 02=CHECK_CONDITION 08=BUSY 18=RESERVATION_CONFLICT 22=COMMAND_TERMINATED 28=TASK_SET_FULL 30=ACA_ACTIVE""");
        assertCodes(AdapterStatus.class, """
            00=SUCCESS 02=REQUEST_ABORTED 03=UNABLE_TO_ABORT 04=COMPLETE_WITH_ERROR 05=ADAPTER_BUSY 06=REQUEST_INVALID 07=PATH_INVALID
            08=DEVICE_NOT_PRESENT 09=UNABLE_TO_TERMINATE 0A=SELECTION_TIMEOUT 0B=COMMAND_TIMEOUT 0D=MESSAGE_RECEIVED 0E=BUS_RESET
            0F=PARITY_ERROR 10=AUTOSENSE_FAILED 11=NO_ADAPTER 12=DATA_OVERRUN 13=UNEXPECTED_BUS_FREE 14=SEQUENCE_FAILURE
            15=REQUEST_LENGTH_ERROR 16=PROVIDE_FAILURE 17=BUS_DEVICE_RESET_SENT 18=REQUEST_TERMINATED 33=IDE_MESSAGE_SENT
            34=RESOURCE_UNAVAILABLE 35=UNACKNOWLEDGED_EVENT 36=HOST_MESSAGE_RECEIVED 37=INVALID_CDB 38=LUN_INVALID 39=SCSI_TID_INVALID
            3A=FUNCTION_UNAVAILABLE 3B=NO_NEXUS 3C=INITIATOR_ID_INVALID 3D=CDB_RECEIVED 3E=LUN_ALREADY_ENABLED 3F=BUS_BUSY
            40=QUEUE_FROZEN""");
    }

    @Test
    void peerAndHotPlugStatusesHaveTheirNumbers() {
        assertRows("PeerStatus", """
            00=SUCCESS 01=CONNECT_OTHER 02=CONNECT_DENIED 03=CONNECT_INCOMPATIBLE 21=ACCESS_ATTRIBUTE 22=BUS_ID 23=ALIGNMENT 24=HANDLE
            25=OFFSET 26=SIZE 27=DMA_ERROR 28=PEER_SERVICE_LOST 29=NO_MEMORY 2A=SGL 2B=UNKNOWN 2C=CACHE_ATTRIBUTE 2D=REQUEST_SIZE""");
        assertRows("HotPlugCodes.Status", "01=POWER_FAIL 02=WRONG_FREQUENCY 03=INSUFFICIENT_POWER 04=GENERAL");
    }

    @Test
    void wordsInMemoryHaveTheirNumbers() {
        assertCodes(OutboundInitStatus.class, "01=IN_PROGRESS 02=REJECTED 03=FAILED 04=COMPLETE");
        assertCodes(ResetStatus.class, "01=IN_PROGRESS 02=REJECTED");
        assertCodes(SoftwareType.class, """
            01=DDM 02=DDM_PARAMETER_BLOCK 03=DDM_CONFIGURATION_TABLE 11=IRTOS 12=IRTOS_PRIVATE_MODULE 13=IRTOS_DIALOG_TABLE
            22=IOP_PRIVATE_MODULE 23=IOP_DIALOG_TABLE""");
        assertCodes(AbortType.class, """
            00=EXACT 01=FUNCTION 02=TRANSACTION 03=WILD 04=CLEAN_EXACT 05=CLEAN_FUNCTION 06=CLEAN_TRANSACTION 07=CLEAN_WILD""");
    }

    @Test
    void eventsHaveTheirBits() {
        assertCodes(EventIndicator.class, """
            80000000=STATE_CHANGE 01=EXEC_RESOURCE_LIMIT 02=EXEC_CONNECTION_FAIL 04=EXEC_ADAPTER_FAULT 08=EXEC_POWER_FAIL
            10=EXEC_RESET_PENDING 20=EXEC_RESET_IMMINENT 40=EXEC_HARDWARE_FAIL 80=EXEC_XCT_CHANGE 100=EXEC_NEW_LCT_ENTRY
            200=EXEC_MODIFIED_LCT 400=EXEC_DDM_AVAILABILITY 400000=DEVICE_STATE 800000=VENDOR_EVENT 1000000=FIELD_MODIFIED
            2000000=EVENT_MASK_MODIFIED 4000000=DEVICE_RESET 8000000=CAPABILITY_CHANGE 10000000=LOCK_RELEASE 20000000=CONFIGURATION_FLAG
            40000000=GENERAL_WARNING""");
        assertCodes(BlockEvent.class, """
            01=VOLUME_LOAD 02=VOLUME_UNLOAD 04=VOLUME_UNLOAD_REQUEST 08=CAPACITY_CHANGE 10=SCSI_SMART 1F=ALL""");
    }
}
