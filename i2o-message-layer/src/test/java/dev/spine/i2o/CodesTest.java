package dev.spine.i2o;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

/** The codes of the architecture, written out again. */
class CodesTest {
    private static String print(CodeNames names) {
        StringJoiner text = new StringJoiner(" ");
        names.all().forEach((code, name) -> text.add(String.format(Locale.ROOT, "%02X=%s", code, name)));
        return text.toString();
    }

    private static String oneLine(String text) {
        return String.join(" ", text.strip().split("\\s+"));
    }

    @Test
    void utilityFunctionsHaveTheirNumbers() {
        assertEquals(oneLine("""
            00=UTIL_NOP 01=UTIL_ABORT 05=UTIL_PARAMS_SET 06=UTIL_PARAMS_GET 09=UTIL_CLAIM 0B=UTIL_CLAIM_RELEASE 0D=UTIL_DEVICE_RESERVE
            0F=UTIL_DEVICE_RELEASE 10=UTIL_CONFIG_DIALOG 13=UTIL_EVENT_REGISTER 14=UTIL_EVENT_ACKNOWLEDGE 15=UTIL_REPLY_FAULT_NOTIFY
            17=UTIL_LOCK 19=UTIL_LOCK_RELEASE"""), print(CodeNames.of(Function.class, "UTIL_")));
    }

    @Test
    void executiveFunctionsHaveTheirNumbers() {
        assertEquals(oneLine("""
            A0=EXEC_STATUS_GET A1=EXEC_OUTBOUND_INIT A2=EXEC_LCT_NOTIFY A3=EXEC_SYS_TAB_SET A5=EXEC_BIOS_INFO_SET A7=EXEC_BOOT_DEVICE_SET
            A8=EXEC_HRT_GET A9=EXEC_SW_DOWNLOAD AB=EXEC_SW_UPLOAD AD=EXEC_SW_REMOVE AF=EXEC_DDM_SUSPEND B1=EXEC_DDM_DESTROY
            B2=EXEC_ADAPTER_READ B3=EXEC_ADAPTER_ASSIGN B5=EXEC_ADAPTER_RELEASE B7=EXEC_DEVICE_ASSIGN B9=EXEC_DEVICE_RELEASE
            BB=EXEC_CONFIG_VALIDATE BD=EXEC_IOP_RESET BE=EXEC_IOP_CLEAR C1=EXEC_SYS_MODIFY C3=EXEC_SYS_QUIESCE C5=EXEC_PATH_QUIESCE
            C7=EXEC_DDM_QUIESCE C9=EXEC_IOP_CONNECT CA=EXEC_CONN_SETUP D1=EXEC_SYS_ENABLE D3=EXEC_PATH_ENABLE D5=EXEC_DDM_ENABLE
            D7=EXEC_PATH_RESET D9=EXEC_DDM_RESET DD=EXEC_STATIC_MF_CREATE DF=EXEC_STATIC_MF_RELEASE"""),
            print(CodeNames.of(Function.class, "EXEC_")));
    }

    @Test
    void classFunctionsHaveTheirNumbers() {
        assertEquals("35=LAN_RESET 37=LAN_SUSPEND 3B=LAN_PACKET_SEND 3D=LAN_SDU_SEND 3E=LAN_RECEIVE_POST",
            print(CodeNames.of(Function.class, "LAN_")));
        assertEquals(oneLine("""
            25=BSA_STATUS_CHECK 27=BSA_DEVICE_RESET 30=BSA_BLOCK_READ 31=BSA_BLOCK_WRITE 33=BSA_BLOCK_WRITE_VERIFY 35=BSA_MEDIA_VERIFY
            37=BSA_CACHE_FLUSH 41=BSA_MEDIA_MOUNT 43=BSA_MEDIA_EJECT 45=BSA_MEDIA_FORMAT 49=BSA_MEDIA_LOCK 4B=BSA_MEDIA_UNLOCK
            70=BSA_POWER_MANAGEMENT 71=BSA_BLOCK_REASSIGN"""), print(CodeNames.of(Function.class, "BSA_")));
        assertEquals("27=SCSI_DEVICE_RESET 81=SCSI_SCB_EXEC 83=SCSI_SCB_ABORT", print(CodeNames.of(Function.class, "SCSI_")));
        assertEquals("85=HBA_ADAPTER_RESET 87=HBA_BUS_RESET 89=HBA_BUS_SCAN 8B=HBA_BUS_QUIESCE",
            print(CodeNames.of(Function.class, "HBA_")));
        assertEquals(oneLine("""
            E0=DDM_ADAPTER_ATTACH E1=DDM_ADAPTER_RECONFIG E2=DDM_ADAPTER_RELEASE E3=DDM_ADAPTER_RESUME E4=DDM_ADAPTER_SUSPEND
            E5=DDM_DEVICE_ATTACH E6=DDM_DEVICE_RELEASE E7=DDM_DEVICE_RESET E8=DDM_DEVICE_RESUME E9=DDM_DEVICE_SUSPEND EA=DDM_SELF_RESET
            EB=DDM_SELF_RESUME EC=DDM_SELF_SUSPEND ED=DDM_SYSTEM_CHANGE EE=DDM_SYSTEM_ENABLE EF=DDM_SYSTEM_HALT
            F0=DDM_ATTACH_COMPLETE"""), print(CodeNames.of(Function.class, "DDM_")));
        assertEquals("91=PTA_SERVICE_ESTABLISH", print(CodeNames.of(Function.class, "PTA_")));
        assertEquals(oneLine("""
            84=PT_CONNECT 86=PT_POST_RECEIVE 88=PT_REMOTE_ALLOCATE 89=PT_REMOTE_FREE 8A=PT_REDIRECT 8B=PT_REDIRECT_ALLOCATE
            8C=PT_REDIRECT_DEALLOCATE 92=PT_SERVICE_ESTABLISH"""), print(CodeNames.of(Function.class, "PT_")));
        assertEquals("90=HPC_SLOT_POWER_ON 91=HPC_SLOT_POWER_OFF 92=HPC_ATTENTION_INDICATE",
            print(CodeNames.of(Function.class, "HPC_")));
        assertEquals(0x81, Function.SMALL_MESSAGE);
        assertEquals(0xFF, Function.PRIVATE);
    }

    @Test
    void statusesHaveTheirNumbers() {
        assertEquals(oneLine("""
            00=SUCCESS 01=ABORT_DIRTY 02=ABORT_NO_DATA_TRANSFER 03=ABORT_PARTIAL_TRANSFER 04=ERROR_DIRTY 05=ERROR_NO_DATA_TRANSFER
            06=ERROR_PARTIAL_TRANSFER 08=PROCESS_ABORT_DIRTY 09=PROCESS_ABORT_NO_DATA_TRANSFER 0A=PROCESS_ABORT_PARTIAL_TRANSFER
            0B=TRANSACTION_ERROR 80=PROGRESS_REPORT"""), print(CodeNames.of(RequestStatus.class)));
        assertEquals(oneLine("""
            00=SUCCESS 02=BAD_KEY 03=TCL_ERROR 04=REPLY_BUFFER_FULL 05=NO_SUCH_PAGE 06=INSUFFICIENT_RESOURCE_SOFT
            07=INSUFFICIENT_RESOURCE_HARD 09=CHAIN_BUFFER_TOO_LARGE 0A=UNSUPPORTED_FUNCTION 0B=DEVICE_LOCKED 0C=DEVICE_RESET
            0D=INAPPROPRIATE_FUNCTION 0E=INVALID_INITIATOR_ADDRESS 0F=INVALID_MESSAGE_FLAGS 10=INVALID_OFFSET 11=INVALID_PARAMETER
            12=INVALID_REQUEST 13=INVALID_TARGET_ADDRESS 14=MESSAGE_TOO_LARGE 15=MESSAGE_TOO_SMALL 16=MISSING_PARAMETER 17=TIMEOUT
            18=UNKNOWN_ERROR 19=UNKNOWN_FUNCTION 1A=UNSUPPORTED_VERSION 1B=DEVICE_BUSY 1C=DEVICE_NOT_AVAILABLE 1D=CRITICAL_DEVICE
            1E=EVENT_ACKNOWLEDGE_PENDING 1F=PERMANENT_STORE_ERROR"""), print(CodeNames.of(DetailedStatus.class)));
    }

    @Test
    void failureCodesHaveTheirNumbersAndSeverities() {
        StringJoiner text = new StringJoiner(" ");
        CodeNames.of(FailureCode.class).all().forEach((code, name) ->
            text.add(String.format(Locale.ROOT, "%02X=%s/%d", code, name, FailureCode.severity(code))));
        assertEquals(oneLine("""
            81=SERVICE_SUSPENDED/4 82=SERVICE_TERMINATED/4 83=CONGESTION/8 84=FAILURE/2 85=STATE_ERROR/4 86=TIMEOUT/2 87=ROUTING_FAILURE/2
            88=INVALID_VERSION/1 89=INVALID_OFFSET/1 8A=INVALID_MESSAGE_FLAGS/1 8B=FRAME_TOO_SMALL/1 8C=FRAME_TOO_LARGE/1
            8D=INVALID_TARGET_ID/1 8E=INVALID_INITIATOR_ID/1 8F=INVALID_INITIATOR_CONTEXT/1 FF=UNKNOWN/2"""), text.toString());
    }

    @Test
    void classesHaveTheirNumbers() {
        assertEquals(oneLine("""
            00=EXECUTIVE 01=DDM 10=RANDOM_BLOCK_STORAGE 11=SEQUENTIAL_STORAGE 20=LAN 30=WAN 40=FIBRE_CHANNEL_PORT
            41=FIBRE_CHANNEL_PERIPHERAL 51=SCSI_PERIPHERAL 60=ATE_PORT 61=ATE_PERIPHERAL 70=FLOPPY_CONTROLLER 71=FLOPPY_DEVICE
            80=BUS_ADAPTER 90=PEER_TRANSPORT_AGENT 91=PEER_TRANSPORT A0=REMOTE_UNIT_MANAGEMENT A1=REMOTE_TRANSPORT B0=HOT_PLUG_CONTROLLER
            100=DISPLAY 101=RUNTIME FFF=ANY"""), print(CodeNames.of(DeviceClass.class)));
    }

    @Test
    void statesHaveTheirNumbers() {
        int[] codes = {0x01, 0x02, 0x04, 0x05, 0x08, 0x10, 0x11};
        for (int i = 0; i < codes.length; i++) {
            assertEquals(codes[i], IopState.values()[i].code());
            assertEquals(IopState.values()[i], IopState.of(codes[i]));
        }
        assertNull(IopState.of(0x03));
        assertEquals("0x3", IopState.name(0x03));
    }

    @Test
    void aFunctionIsNamedWithItsClassAndKeptWithoutOne() {
        assertEquals("EXEC_LCT_NOTIFY", Function.name(0xA2));
        assertEquals("0x3B", Function.name(0x3B));
        assertEquals("LAN_PACKET_SEND", Function.name(DeviceClass.LAN, 0x3B));
        assertEquals("UTIL_CLAIM", Function.name(DeviceClass.LAN, 0x09));
        assertEquals("SMALL_MESSAGE", Function.name(DeviceClass.RUNTIME, 0x81));
        assertEquals("0x7F", Function.name(DeviceClass.DISPLAY, 0x7F));
    }

    @Test
    void namesNeedDistinctCodes() {
        assertThrows(IllegalArgumentException.class, () -> CodeNames.of(Ambiguous.class));
    }

    /** Two names for one code. */
    public static final class Ambiguous {
        /** One. */
        public static final int FIRST = 1;
        /** The same. */
        public static final int SECOND = 1;

        private Ambiguous() {
        }
    }

    @Test
    void aClassMatchesItselfAndWildcards() {
        ClassId display = ClassId.ofSpine(DeviceClass.DISPLAY);
        assertEquals(0x7A5A1100, display.word());
        assertEquals(display, ClassId.of(display.word()));
        assertTrue(display.matches(ClassId.MATCH_ALL));
        assertTrue(display.matches(0xFFFFF100));
        assertFalse(display.matches(ClassId.standard(DeviceClass.LAN).word()));
        assertFalse(ClassId.standard(DeviceClass.LAN).matches(0x00012020));
    }
}
