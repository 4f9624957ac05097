package dev.spine.i2o.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.i2o.layout.Field;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The layout of every message, written out again: name, function, words of the fixed part, then field, byte offset, bits. */
class MessageLayoutTest {
    private static final String ARCHITECTURE = """
        SingleTransactionReply any 5w
          DetailedStatusCode 16 [15:0]
          ReqStatus 19 [7:0]
        TransactionErrorReply any 7w
          DetailedStatusCode 16 [15:0]
          ReqStatus 19 [7:0]
          ErrorOffset 20 [31:0]
          BitOffset 24 [7:0]
        TransportFailureReply any 9w
          LowestVersion 16 [7:0]
          HighestVersion 17 [7:0]
          Severity 18 [7:0]
          FailureCode 19 [7:0]
          FailingIOP_ID 20 [11:0]
          FailingHostUnitID 22 [15:0]
          AgeLimit 24 [31:0]
          PreservedMFA 28 [31:0]
          PreservedMFAHigh 32 [31:0]
        UtilNOP 00 3w
        UtilParamsSet 05 5w
          OperationFlags 16 [31:0]
        UtilParamsGet 06 5w
          OperationFlags 16 [31:0]
        UtilClaim 09 5w
          ClaimFlags 16 [15:0]
          ClaimType 19 [7:0]
        UtilClaimRelease 0B 5w
          ReleaseFlags 16 [15:0]
          ClaimType 19 [7:0]
        UtilEventRegister 13 5w
          EventMask 16 [31:0]
        UtilEventRegisterReply 13 5w
          EventIndicator 16 [31:0]
        UtilEventAcknowledge 14 5w
          EventIndicator 16 [31:0]
        UtilEventAcknowledgeReply 14 5w
          EventIndicator 16 [31:0]
        ExecStatusGet A0 9w
          ReplyBufferAddressLow 24 [31:0]
          ReplyBufferAddressHigh 28 [31:0]
          ReplyBufferLength 32 [31:0]
        ExecOutboundInit A1 6w
          HostPageFrameSize 16 [31:0]
          InitCode 20 [7:0]
          OutboundMFrameSize 22 [15:0]
        ExecLctNotify A2 6w
          ClassIdentifier 16 [31:0]
          LastReportedChangeIndicator 20 [31:0]
        ExecSysTabSet A3 6w
          IOP_ID 16 [11:0]
          HostUnitID 18 [15:0]
          SegmentNumber 20 [11:0]
        ExecHrtGet A8 4w
        ExecIopReset BD 8w
          StatusWordLowAddress 24 [31:0]
          StatusWordHighAddress 28 [31:0]
        ExecIopClear BE 4w
        ExecSysQuiesce C3 4w
        ExecSysEnable D1 4w
        ExecIopConnect C9 7w
          IOP1MsgerType 19 [7:0]
          IOP1InboundMFrameSize 20 [15:0]
          IOP1AliasForIOP2 22 [11:0]
          IOP_ID1 24 [11:0]
          HostUnitID1 26 [15:0]
        ExecIopConnectReply C9 7w
          DetailedStatusCode 16 [15:0]
          ReqStatus 19 [7:0]
          IOP2InboundMFrameSize 20 [15:0]
          IOP2AliasForIOP1 22 [11:0]
          IOP_ID2 24 [11:0]
          HostUnitID2 26 [15:0]
        ExecConnSetup CA 8w
          TargetDevice 16 [11:0]
          InitiatorDevice 16 [23:12]
          OperationFlags 16 [31:24]
          IOP1AliasForTargetDevice 20 [11:0]
          IOP2AliasForInitiatorDevice 20 [23:12]
          IOP2InboundMFrameSize 24 [15:0]
          MessageClass 28 [31:0]
        ExecConnSetupReply CA 7w
          TargetDevice 16 [11:0]
          InitiatorDevice 16 [23:12]
          ReplyStatusCode 16 [31:24]
          IOP1AliasForTargetDevice 20 [11:0]
          IOP2AliasForInitiatorDevice 20 [23:12]
          IOP2InboundMFrameSize 24 [15:0]
        LanPacketSend 3B 4w
          TransmitControlWord 12 [31:0]
        LanPacketSendReply 3B 5w
          TrlCount 12 [7:0]
          TrlElementSize 13 [7:0]
          TrlFlags 15 [7:0]
          DetailedStatusCode 16 [15:0]
          ReqStatus 19 [7:0]
        LanReceivePost 3E 4w
          BucketCount 12 [31:0]
        LanReceivePostReply 3E 6w
          TrlCount 12 [7:0]
          TrlElementSize 13 [7:0]
          TrlFlags 15 [7:0]
          DetailedStatusCode 16 [15:0]
          ReqStatus 19 [7:0]
          BucketsRemaining 20 [31:0]
        LanReset 35 5w
          ResourceFlags 18 [15:0]
        LanSuspend 37 5w
          ResourceFlags 18 [15:0]
        StatusCheck 25 4w
        BsaDeviceReset 27 5w
          ControlFlags 16 [15:0]
          TimeMultiplier 18 [7:0]
        BlockRead 30 8w
          ControlFlags 16 [15:0]
          TimeMultiplier 18 [7:0]
          FetchAhead 19 [7:0]
          TransferByteCount 20 [31:0]
          LogicalByteAddress 24 [63:0]
        BlockWrite 31 8w
          ControlFlags 16 [15:0]
          TimeMultiplier 18 [7:0]
          TransferByteCount 20 [31:0]
          LogicalByteAddress 24 [63:0]
        BlockWriteVerify 33 8w
          ControlFlags 16 [15:0]
          TimeMultiplier 18 [7:0]
          TransferByteCount 20 [31:0]
          LogicalByteAddress 24 [63:0]
        MediaVerify 35 8w
          ControlFlags 16 [15:0]
          TimeMultiplier 18 [7:0]
          ByteCount 20 [31:0]
          LogicalByteAddress 24 [63:0]
        CacheFlush 37 5w
          ControlFlags 16 [15:0]
          TimeMultiplier 18 [7:0]
        MediaMount 41 6w
          MediaIdentifier 16 [31:0]
          LoadFlags 20 [7:0]
        MediaEject 43 5w
          MediaIdentifier 16 [31:0]
        MediaLock 49 5w
          MediaIdentifier 16 [31:0]
        MediaUnlock 4B 5w
          MediaIdentifier 16 [31:0]
        PowerManagement 70 6w
          ControlFlags 16 [15:0]
          TimeMultiplier 18 [7:0]
          ReplyType 19 [7:0]
          Operation 20 [7:0]
        BlockReassign 71 5w
          TimeMultiplier 18 [7:0]
        BsaSuccessReply any 6w
          DetailedStatusCode 16 [15:0]
          RetryCount 18 [7:0]
          ReqStatus 19 [7:0]
          TransferCount 20 [31:0]
        BsaAbortReply any 5w
          DetailedStatusCode 16 [15:0]
          RetryCount 18 [7:0]
          ReqStatus 19 [7:0]
        BsaProgressReply any 6w
          DetailedStatusCode 16 [15:0]
          RetryCount 18 [7:0]
          ReqStatus 19 [7:0]
          PercentComplete 20 [7:0]
        BsaErrorReply any 8w
          DetailedStatusCode 16 [15:0]
          RetryCount 18 [7:0]
          ReqStatus 19 [7:0]
          TransferCount 20 [31:0]
          LogicalByteAddress 24 [63:0]
        ScsiDeviceReset 27 4w
        ScsiScbExec 81 10w
          CDBLength 16 [7:0]
          SCBFlags 18 [15:0]
          CDB 20 [127:0]
          ByteCount 36 [31:0]
        ScsiScbAbort 83 5w
          TransactionContextToAbort 16 [31:0]
        ScsiSuccessReply any 6w
          DeviceStatus 16 [7:0]
          AdapterStatus 17 [7:0]
          ReqStatus 19 [7:0]
          TransferCount 20 [31:0]
        ScsiErrorReply any 17w
          DeviceStatus 16 [7:0]
          AdapterStatus 17 [7:0]
          ReqStatus 19 [7:0]
          TransferCount 20 [31:0]
          AutoSenseTransferCount 24 [31:0]
          SenseData 28 [319:0]
        HbaAdapterReset 85 4w
        HbaBusReset 87 4w
        HbaBusScan 89 4w
        HbaBusQuiesce 8B 5w
          Flags 16 [31:0]
        SpineSmallMessage 81 16w
          MessageKind 12 [7:0]
          User 12 [15:8]
          Handler 12 [31:16]
          Data 16 [383:0]
        PrivateMessage FF 5w
          XFunctionCode 16 [15:0]
          OrganizationID 18 [15:0]
        """;

    @Test
    void everyMessageHasTheLayoutOfTheArchitecture() {
        StringBuilder catalogue = new StringBuilder();
        for (MessageKind<?> kind : Catalogue.kinds()) {
            String function = kind.function() == MessageKind.ANY_FUNCTION ? "any" : String.format(Locale.ROOT, "%02X", kind.function());
            catalogue.append(kind.name()).append(' ').append(function).append(' ').append(kind.minWords()).append("w\n");
            for (Field field : kind.layout().fields()) {
                print(catalogue, field);
            }
        }
        assertEquals(ARCHITECTURE, catalogue.toString());
    }

    @Test
    void theHeaderHasTheLayoutOfTheArchitecture() {
        StringBuilder header = new StringBuilder();
        Header.LAYOUT.fields().forEach(field -> print(header, field));
        assertEquals("""
              VersionOffset.Version 0 [2:0]
              VersionOffset.SglOffset 0 [7:4]
              MsgFlags 1 [7:0]
              MessageSize 2 [15:0]
              TargetAddress 4 [11:0]
              InitiatorAddress 4 [23:12]
              Function 4 [31:24]
              InitiatorContext 8 [31:0]
              TransactionContext 12 [31:0]
            """.indent(0), header.toString());
    }

    private static void print(StringBuilder text, Field field) {
        int lastBit = field.firstBit() + field.bits() - 1;
        text.append("  ").append(field.name()).append(' ').append(field.byteOffset())
            .append(" [").append(lastBit).append(':').append(field.firstBit()).append("]\n");
    }
}
