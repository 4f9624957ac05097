package dev.spine.i2o.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.catalogue.Catalogue;
import dev.spine.i2o.message.exec.DownloadFlags;
import dev.spine.i2o.message.exec.ExecAdapterAssign;
import dev.spine.i2o.message.exec.ExecAdapterRead;
import dev.spine.i2o.message.exec.ExecAdapterRelease;
import dev.spine.i2o.message.exec.ExecBiosInfoSet;
import dev.spine.i2o.message.exec.ExecBootDeviceSet;
import dev.spine.i2o.message.exec.ExecConfigValidate;
import dev.spine.i2o.message.exec.ExecConnSetup;
import dev.spine.i2o.message.exec.ExecDdmDestroy;
import dev.spine.i2o.message.exec.ExecDdmEnable;
import dev.spine.i2o.message.exec.ExecDdmQuiesce;
import dev.spine.i2o.message.exec.ExecDdmReset;
import dev.spine.i2o.message.exec.ExecDdmSuspend;
import dev.spine.i2o.message.exec.ExecDeviceAssign;
import dev.spine.i2o.message.exec.ExecDeviceRelease;
import dev.spine.i2o.message.exec.ExecHrtGet;
import dev.spine.i2o.message.exec.ExecIopClear;
import dev.spine.i2o.message.exec.ExecIopConnect;
import dev.spine.i2o.message.exec.ExecIopReset;
import dev.spine.i2o.message.exec.ExecLctNotify;
import dev.spine.i2o.message.exec.ExecOutboundInit;
import dev.spine.i2o.message.exec.ExecPathEnable;
import dev.spine.i2o.message.exec.ExecPathQuiesce;
import dev.spine.i2o.message.exec.ExecPathReset;
import dev.spine.i2o.message.exec.ExecStaticMfCreate;
import dev.spine.i2o.message.exec.ExecStaticMfRelease;
import dev.spine.i2o.message.exec.ExecStatusGet;
import dev.spine.i2o.message.exec.ExecSwDownload;
import dev.spine.i2o.message.exec.ExecSwRemove;
import dev.spine.i2o.message.exec.ExecSwUpload;
import dev.spine.i2o.message.exec.ExecSysEnable;
import dev.spine.i2o.message.exec.ExecSysModify;
import dev.spine.i2o.message.exec.ExecSysQuiesce;
import dev.spine.i2o.message.exec.ExecSysTabSet;
import dev.spine.i2o.message.exec.InitCode;
import dev.spine.i2o.message.lan.LanPacketSend;
import dev.spine.i2o.message.lan.LanReceivePost;
import dev.spine.i2o.message.lan.LanReset;
import dev.spine.i2o.message.lan.LanSuspend;
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
        UtilAbort 01 6w
          AbortType 18 [7:0]
          FunctionToAbort 19 [7:0]
          TransactionContextToAbort 20 [31:0]
        UtilAbortReply 01 5w
          CountOfAbortedMessages 16 [31:0]
        UtilDeviceReserve 0D 4w
        UtilDeviceRelease 0F 4w
        UtilConfigDialog 10 5w
          PageNumber 16 [31:0]
        UtilReplyFaultNotify 15 9w
          LowestVersion 16 [7:0]
          HighestVersion 17 [7:0]
          Severity 18 [7:0]
          FailureCode 19 [7:0]
          FailingIOP_ID 20 [11:0]
          FailingHostUnitID 22 [15:0]
          AgeLimit 24 [31:0]
          OriginalMFALowPart 28 [31:0]
          OriginalMFAHighPart 32 [31:0]
        UtilLock 17 4w
        UtilLockRelease 19 4w
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
        ExecBiosInfoSet A5 5w
          DeviceTID 16 [11:0]
          BiosInfo 16 [31:24]
        ExecBootDeviceSet A7 5w
          BootDevice 16 [11:0]
        ExecSwDownload A9 7w
          CurrentFragment 16 [7:0]
          TotalFragments 17 [7:0]
          SwType 18 [7:0]
          DownloadFlags 19 [7:0]
          SWSize 20 [31:0]
          ModuleID 24 [15:0]
          OrganizationID 26 [15:0]
        ExecSwUpload AB 7w
          CurrentFragment 16 [7:0]
          TotalFragments 17 [7:0]
          SwType 18 [7:0]
          UploadFlags 19 [7:0]
          SWSize 20 [31:0]
          ModuleID 24 [15:0]
          OrganizationID 26 [15:0]
        ExecSwRemove AD 7w
          SwType 18 [7:0]
          RemoveFlags 19 [7:0]
          SWSize 20 [31:0]
          ModuleID 24 [15:0]
          OrganizationID 26 [15:0]
        ExecDdmSuspend AF 5w
          DdmTID 16 [11:0]
        ExecDdmDestroy B1 5w
          DdmTID 16 [11:0]
        ExecAdapterRead B2 8w
          AdapterID 16 [31:0]
          RequestFlags 20 [31:0]
          Offset 24 [31:0]
          Length 28 [31:0]
        ExecAdapterAssign B3 9w
          DdmTID 16 [11:0]
          OperationFlags 19 [7:0]
          HRTEntry 20 [127:0]
        ExecAdapterRelease B5 9w
          OperationFlags 19 [7:0]
          HRTEntry 20 [127:0]
        ExecDeviceAssign B7 6w
          DeviceTID 16 [11:0]
          DdmTID 16 [23:12]
          OperationFlags 16 [31:24]
          IOP_ID 20 [11:0]
          HostUnitID 22 [15:0]
        ExecDeviceRelease B9 6w
          DeviceTID 16 [11:0]
          DdmTID 16 [23:12]
          OperationFlags 16 [31:24]
          IOP_ID 20 [11:0]
          HostUnitID 22 [15:0]
        ExecConfigValidate BB 4w
        ExecSysModify C1 4w
        ExecPathQuiesce C5 5w
          IOP_ID 16 [11:0]
          HostUnitID 18 [15:0]
        ExecPathEnable D3 5w
          IOP_ID 16 [11:0]
          HostUnitID 18 [15:0]
        ExecPathReset D7 5w
          IOP_ID 16 [11:0]
          HostUnitID 18 [15:0]
        ExecDdmQuiesce C7 6w
          DeviceTID 16 [11:0]
          IOP_ID 20 [11:0]
          HostUnitID 22 [15:0]
        ExecDdmEnable D5 6w
          DeviceTID 16 [11:0]
          IOP_ID 20 [11:0]
          HostUnitID 22 [15:0]
        ExecDdmReset D9 6w
          DeviceTID 16 [11:0]
          IOP_ID 20 [11:0]
          HostUnitID 22 [15:0]
        ExecStaticMfCreate DD 8w
          MaxOutstanding 16 [7:0]
          StaticMessageFrame 20 [95:0]
        ExecStaticMfCreateReply DD 6w
          DetailedStatusCode 16 [15:0]
          ReqStatus 19 [7:0]
          StaticMFA 20 [31:0]
        ExecStaticMfRelease DF 5w
          StaticMFA 16 [31:0]
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
        LanSduSend 3D 4w
          TransmitControlWord 12 [31:0]
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
        DdmAdapterAttach E0 5w
          AdapterID 16 [31:0]
        DdmAdapterReconfig E1 5w
          AdapterID 16 [31:0]
        DdmAdapterRelease E2 6w
          AdapterID 16 [31:0]
          OperationFlags 23 [7:0]
        DdmAdapterResume E3 5w
          AdapterID 16 [31:0]
        DdmAdapterSuspend E4 5w
          AdapterID 16 [31:0]
        DdmDeviceAttach E5 7w
          DeviceTID 16 [11:0]
          ClassID 20 [31:0]
          DeviceFlags 24 [31:0]
        DdmDeviceRelease E6 5w
          DeviceTID 16 [11:0]
        DdmDeviceReset E7 5w
          DeviceTID 16 [11:0]
        DdmDeviceResume E8 5w
          DeviceTID 16 [11:0]
        DdmDeviceSuspend E9 5w
          DeviceTID 16 [11:0]
        DdmSelfReset EA 4w
        DdmSelfResume EB 4w
        DdmSelfSuspend EC 4w
        DdmSystemChange ED 4w
        DdmSystemEnable EE 4w
        DdmSystemHalt EF 4w
        DdmAttachComplete F0 5w
          NotificationLevel 16 [7:0]
        PtaServiceEstablish 91 4w
        PtServiceEstablish 92 4w
        PciPtConnect 84 6w
          PtaSvcMsgVersion 16 [15:0]
          ReqMaxData 20 [31:0]
        PciPtConnectReply 84 6w
          DetailedStatusCode 16 [15:0]
          ReqStatus 19 [7:0]
          MaxData 20 [31:0]
        PciPtPostReceive 86 3w
        PciPtPostReceiveReply 86 8w
          TrlCount 12 [7:0]
          TrlElementSize 13 [7:0]
          TrlFlags 15 [7:0]
          DetailedStatusCode 16 [15:0]
          ReqStatus 19 [7:0]
          bufferContext 20 [31:0]
          sizeCount 24 [7:0]
        PciPtRemoteAllocate 88 10w
          totalMem 16 [31:0]
          bucketSize 20 [31:0]
          alignment 24 [31:0]
          accessAttr 28 [31:0]
          cacheAttr 32 [31:0]
          busId 36 [31:0]
        PciPtRemoteAllocateReply 88 6w
          DetailedStatusCode 16 [15:0]
          ReqStatus 19 [7:0]
          handle 20 [31:0]
        PciPtRemoteFree 89 5w
          handle 16 [31:0]
        PciPtRedirect 8A 7w
          flags 16 [31:0]
          handle 20 [31:0]
          count 24 [31:0]
        PciPtRedirectAllocate 8B 10w
          size 16 [31:0]
          minimum 20 [31:0]
          accessAttr 24 [31:0]
          busId 28 [31:0]
          addrSpace 32 [31:0]
          alignment 36 [31:0]
        PciPtRedirectAllocateReply 8B 10w
          DetailedStatusCode 16 [15:0]
          ReqStatus 19 [7:0]
          bufferFlags 20 [31:0]
          addressLow 24 [31:0]
          addressHigh 28 [31:0]
          handle 32 [31:0]
          size 36 [31:0]
        PciPtRedirectDeallocate 8C 5w
          handle 16 [31:0]
        HpcSlotPowerOn 90 5w
          SlotID 16 [31:0]
        HpcSlotPowerOff 91 5w
          SlotID 16 [31:0]
        HpcAttentionIndicate 92 6w
          SlotID 16 [31:0]
          Attention 20 [31:0]
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
