package dev.spine.i2o.param;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The layout of every group, written out again: number, name, kind, bytes of a row, properties; then offset, name and size of fields. */
class GroupLayoutTest {
    private static final String ARCHITECTURE = """
        F000 GroupDescriptors TABLE 8 p1: 0 GroupNumber 2, 2 FieldCount 2, 4 RowCount 2, 6 Properties 1, 7 Reserved 1
        F001 PhysicalDevice TABLE 4 p1: 0 AdapterID 4
        F002 ClaimedDevices TABLE 2 p1: 0 ClaimedTID 2
        F003 Users TABLE 8 p1: 0 Instance 2, 2 UserTID 2, 4 ClaimType 1, 5 Reserved1 1, 6 Reserved2 2
        F005 PrivateMessageExtensions TABLE 6 p1: 0 ExtInstance 2, 2 OrganizationID 2, 4 XFunctionCode 2
        F006 AuthorizedUsers TABLE 2 pF: 0 AlternateTID 2
        F007 ConfigurationControl SCALAR 3 p0: 0 NvUpdateRequired 1, 1 NvUpdateMode 1, 2 NvUpdateAction 1
        F100 DeviceIdentity SCALAR 321 p0: 0 ClassID 4, 4 OwnerTID 2, 6 ParentTID 2, 8 VendorInfo 16, 24 ProductInfo 16, 40 \
        Description 16, 56 ProductRevLevel 8, 64 SNFormat 1, 65 SerialNumber 256
        F101 DDMIdentity SCALAR 291 p0: 0 DdmTID 2, 2 ModuleName 24, 26 ModuleRevLevel 8, 34 SNFormat 1, 35 SerialNumber 256
        F102 UserInformation SCALAR 196 p0: 0 DeviceName 64, 64 ServiceName 64, 128 PhysicalLocation 64, 192 InstanceNumber 4
        F103 SGLOperatingLimits SCALAR 18 p0: 0 SglChainSize 4, 4 SglChainSizeMax 4, 8 SglChainSizeTarget 4, 12 SglFragCount 2, 14 \
        SglFragCountMax 2, 16 SglFragCountTarget 2
        F200 Sensors TABLE 75 p1: 0 SensorInstance 2, 2 Component 1, 3 ComponentInstance 2, 5 SensorClass 1, 6 SensorType 1, 7 \
        ScalingExponent 1, 8 ActualReading 4, 12 MinimumReading 4, 16 Low2LowCatThreshold 4, 20 LowCat2LowThreshold 4, 24 \
        LowWarn2LowThreshold 4, 28 Low2LowWarnThreshold 4, 32 Norm2LowWarnThreshold 4, 36 LowWarn2NormThreshold 4, 40 NominalReading \
        4, 44 HiWarn2NormThreshold 4, 48 Norm2HiWarnThreshold 4, 52 High2HiWarnThreshold 4, 56 HiWarn2HighThreshold 4, 60 \
        HiCat2HighThreshold 4, 64 Hi2HiCatThreshold 4, 68 MaximumReading 4, 72 SensorState 1, 73 EventEnable 2
        0000 IOPHardware SCALAR 18 p0: 0 I2oVendorID 2, 2 ProductID 2, 4 ProcessorMemory 4, 8 PermMemory 4, 12 HWCapabilities 4, 16 \
        ProcessorType 1, 17 ProcessorVersion 1
        0001 IOPMessageInterface SCALAR 57 p0: 0 InboundFrameSize 4, 4 InboundSizeTarget 4, 8 InboundMax 4, 12 InboundTarget 4, 16 \
        InboundPoolCount 4, 20 InboundCurrentFree 4, 24 InboundCurrentPost 4, 28 StaticCount 2, 30 StaticInstanceCount 2, 32 \
        StaticLimit 2, 34 StaticInstanceLimit 2, 36 OutboundFrameSize 4, 40 OutboundMax 4, 44 OutboundMaxTarget 4, 48 \
        OutboundCurrentFree 4, 52 OutboundCurrentPost 4, 56 InitCode 1
        0002 ExecutingEnvironment SCALAR 24 p0: 0 MemTotal 4, 4 MemFree 4, 8 PageSize 4, 12 EventQMax 4, 16 EventQCurrent 4, 20 \
        DDMLoadMax 4
        0003 ExecutingDDMs TABLE 44 p1: 0 DdmTID 2, 2 ModuleType 1, 3 Reserved 1, 4 I2oVendorID 2, 6 ModuleID 2, 8 ModuleName 24, 32 \
        ModuleVersion 4, 36 DataSize 4, 40 CodeSize 4
        0004 DriverStore SCALAR 16 p0: 0 ModuleLimit 4, 4 ModuleCount 4, 8 CurrentSpace 4, 12 FreeSpace 4
        0005 DriverStoreTable TABLE 56 p1: 0 StoredDdmIndex 2, 2 ModuleType 1, 3 Reserved 1, 4 I2oVendorID 2, 6 ModuleID 2, 8 \
        ModuleName 24, 32 ModuleVersion 4, 36 DateDay 2, 38 DateMonth 2, 40 DateYear 4, 44 ModuleSize 4, 48 MpbSize 4, 52 ModuleFlags \
        4
        0006 BusAttributes TABLE 8 p1: 0 BusID 4, 4 BusType 1, 5 MaxAdapters 1, 6 AdapterCount 1, 7 BusAttributes 1
        0007 SoftwareAttributes SCALAR 12 p0: 0 I2oVendorID 2, 2 ProductID 2, 4 CodeSize 4, 8 SWCapabilities 4
        0100 HardwareResources TABLE 24 p1: 0 AdapterID 4, 4 StateInfo 2, 6 BusNumber 1, 7 BusType 1, 8 PhysicalLocation 8, 16 \
        MemorySpace 4, 20 IoSpace 4
        0101 LCTScalar SCALAR 10 p0: 0 BootDevice 2, 2 IopFlags 4, 6 CurrentChangeIndicator 4
        0102 LCTTable TABLE 37 p1: 0 LocalTID 2, 2 UserTID 2, 4 ParentTID 2, 6 DdmTID 2, 8 ChangeIndicator 4, 12 DeviceFlags 4, 16 \
        ClassID 4, 20 SubClass 4, 24 IdentityTag 8, 32 EventCapabilities 4, 36 BiosInfo 1
        0103 IOPSystemTable TABLE 28 p1: 0 IOP_ID 2, 2 OrganizationID 2, 4 SegmentNumber 2, 6 Version 1, 7 IopState 1, 8 MessengerType \
        1, 9 Reserved 1, 10 InboundMessagePortAddress 4, 14 InboundMessageFrameSize 2, 16 IopCapabilities 4, 20 \
        InboundMessagePortAddressLow 4, 24 InboundMessagePortAddressHigh 4
        0104 ExternalConnections TABLE 10 p1: 0 LocalAliasTID 2, 2 RemoteTID 2, 4 RemoteIOP 2, 6 RemoteUnitID 2, 8 Flags 1, 9 Reserved \
        1
        0000 LANDeviceInfo SCALAR 52 p0: 0 LANType 2, 2 Flags 2, 4 AddressFormat 1, 5 CurrentDeviceState 1, 6 DeviceErrorStatus 2, 8 \
        MinPacketSize 4, 12 MaxPacketSize 4, 16 HardwareAddress 8, 24 MaxTxWireSpeed 8, 32 MaxRxWireSpeed 8, 40 MinSduSize 4, 44 \
        MaxSduSize 4, 48 Reserved 4
        0001 LANMACAddress SCALAR 44 p0: 0 ActiveAddress 8, 8 CurrentNetworkAddress 8, 16 FunctionalAddressMask 8, 24 FilterMask 4, 28 \
        HardwareCapability 4, 32 MaxSizeMulticastTable 4, 36 MaxFilterPerfect 4, 40 MaxFilterImperfect 4
        0002 LANMulticastMACAddress TABLE 8 pF: 0 MulticastAddress 8
        0003 LANBatchControl SCALAR 36 p0: 0 BatchFlags 4, 4 RisingLoadDelay 4, 8 RisingLoadThreshold 4, 12 FallingLoadDelay 4, 16 \
        FallingLoadThreshold 4, 20 MaxRxBatchCount 4, 24 MaxRxBatchDelay 4, 28 MaxTxBatchDelay 4, 32 MaxTxBatchCount 4
        0004 LANOperation SCALAR 20 p0: 0 PacketPrePad 4, 4 UserFlags 4, 8 PacketOrphanLimit 4, 12 TxModesEnable 4, 16 RxModesEnable 4
        0005 LANMediaOperation SCALAR 36 p0: 0 ConnectorType 4, 4 ConnectionType 4, 8 CurrentTxWireSpeed 8, 16 CurrentRxWireSpeed 8, \
        24 DuplexMode 1, 25 LinkStatus 1, 26 Reserved 1, 27 DuplexModeTarget 1, 28 ConnectorTypeTarget 4, 32 ConnectionTypeTarget 4
        0006 LANAlternateAddress TABLE 8 pF: 0 AlternateAddress 8
        0007 LANTransmitInfo SCALAR 20 p0: 0 TxMaxPacketSG 4, 4 TxMaxChainSG 4, 8 TxMaxPacketsOut 4, 12 TxMaxRequestPackets 4, 16 \
        TxModes 4
        0008 LANReceiveInfo SCALAR 24 p0: 0 RxMaxChain 4, 4 RxMaxBuckets 4, 8 RxModes 4, 12 RxMaxBucketsReply 4, 16 RxMaxPacketsBucket \
        4, 20 RxMaxPostBuckets 4
        0100 LANHistoricalStatistics SCALAR 72 p0: 0 PacketsTransmitted 8, 8 BytesTransmitted 8, 16 PacketsReceived 8, 24 \
        BytesReceived 8, 32 TransmitErrors 8, 40 ReceiveErrors 8, 48 RxNoBuffer 8, 56 ResetCount 8, 64 SuspendCount 8
        0000 BSADeviceInfo SCALAR 24 p0: 0 DeviceType 1, 1 NumberOfPaths 1, 2 PowerState 2, 4 BlockSize 4, 8 DeviceCapacity 8, 16 \
        DeviceCapabilitySupport 4, 20 DeviceState 4
        0001 BSAOperationalControl SCALAR 32 p0: 0 AutoReassign 1, 1 ReassignTolerance 1, 2 RetryAttempts 1, 3 Reserved 1, 4 \
        ReassignSize 4, 8 ExpectedTimeout 4, 12 RWVTimeout 4, 16 RWVTimeoutBase 4, 20 TimeoutBase 4, 24 OrderedRequestDepth 4, 28 \
        AtomicWriteSize 4
        0002 BSAPowerControl SCALAR 8 p0: 0 PowerdownTimeout 4, 4 OnAccess 4
        0003 BSACacheControl SCALAR 16 p0: 0 TotalCacheSize 4, 4 ReadCacheSize 4, 8 WriteCacheSize 4, 12 WritePolicy 1, 13 ReadPolicy \
        1, 14 ErrorCorrection 1, 15 Reserved 1
        0004 BSAMediaInfo SCALAR 12 p0: 0 Capacity 8, 8 BlockSize 4
        0005 BSAErrorLog TABLE 20 p1: 0 ErrorDataIndex 2, 2 Function 1, 3 RetryCount 1, 4 DetailedErrorCode 2, 6 Reserved 2, 8 \
        TimeStamp 8, 16 UserInfo 4
        0180 BSAStatisticsControl SCALAR 12 p0: 0 StatisticsControl 1, 1 Reserved1 1, 2 Reserved2 2, 4 StorageStatistics 4, 8 \
        CacheStatistics 4
        0181 BSAStorageStatistics SCALAR 92 p0: 0 ReadCommands 8, 8 WriteCommands 8, 16 DataUnit 1, 17 Reserved1 1, 18 Reserved2 2, 20 \
        IORange1Read 8, 28 IORange2Read 8, 36 IORange3Read 8, 44 IORange4Read 8, 52 IORange1Write 8, 60 IORange2Write 8, 68 \
        IORange3Write 8, 76 IORange4Write 8, 84 NumberSeeks 8
        0182 BSACacheStatistics SCALAR 48 p0: 0 CacheAccess 8, 8 CacheHit 8, 16 PartialCacheHit 8, 24 HitDataSize 8, 32 ValidUsage 4, \
        36 DirtyUsage 4, 40 TimeLastFault 4, 44 LastFaultFailure 4
        0200 BSAVolumeSet SCALAR 88 p0: 0 Name 64, 64 TotalStorageCapacity 8, 72 StripeLength 8, 80 InterleaveDepth 8
        0201 BSAProtectedSpaceExtent SCALAR 28 p0: 0 StartAddress 8, 8 NumberBlocks 8, 16 BlockSize 4, 20 DataStripeGranularity 4, 24 \
        DataStripeLength 4
        0202 BSAAggregateProtectedSpaceExtent SCALAR 16 p0: 0 NumberBlocks 8, 8 CheckData 8
        0203 BSAPhysicalExtent SCALAR 48 p0: 0 StartAddress 8, 8 NumberBlocks 8, 16 BlockSize 4, 20 GranularityUnit 4, 24 \
        CheckDataInterleave 8, 32 CheckData 8, 40 UserData 8
        0204 BSAAggregatePhysicalExtent SCALAR 16 p0: 0 NumberBlocks 8, 8 CheckData 8
        0205 BSARedundancy SCALAR 4 p0: 0 RedundancyType 1, 1 Reserved1 1, 2 Reserved2 2
        0206 BSAComponentSpares TABLE 8 p1: 0 RowNumber 1, 1 SpareType 1, 2 ToBeSparedIndex 1, 3 SparedIndex 1, 4 \
        SpareFunctioningState 1, 5 Reserved1 1, 6 Reserved2 2
        0207 BSAAssociation TABLE 8 p1: 0 RowNumber 1, 1 Type 1, 2 Object1Type 1, 3 Object1Index 1, 4 Object2Type 1, 5 Object2Index 1, \
        6 Reserved 2
        0000 SCSIDeviceInfo SCALAR 32 p0: 0 DeviceType 1, 1 Flags 1, 2 Reserved2 2, 4 Identifier 4, 8 LunInfo 8, 16 QueueDepth 4, 20 \
        Reserved1a 1, 21 NegOffset 1, 22 NegDataWidth 1, 23 Reserved1b 1, 24 NegSyncRate 8
        0001 SCSIDeviceBusPortInfo SCALAR 12 p0: 0 PhysicalInterface 1, 1 ElectricalInterface 1, 2 Isochronous 1, 3 ConnectorType 1, 4 \
        ConnectorGender 1, 5 Reserved1 1, 6 Reserved2 2, 8 MaxNumberDevices 4
        0000 HBAControllerInfo SCALAR 16 p0: 0 BusType 1, 1 BusState 1, 2 Reserved2 2, 4 BusName 12
        0100 HBAHistoricalStatistics SCALAR 8 p0: 0 TimeLastPoweredUp 4, 4 TimeLastReset 4
        0200 HBASCSIControllerInfo SCALAR 28 p0: 0 SCSIType 1, 1 ProtectionManagement 1, 2 Settings 1, 3 Reserved1 1, 4 InitiatorID 4, \
        8 ScanLun0Only 8, 16 DisableDevice 2, 18 MaxOffset 1, 19 MaxDataWidth 1, 20 MaxSyncRate 8
        0201 HBASCSIBusPortInfo SCALAR 36 p0: 0 PhysicalInterface 1, 1 ElectricalInterface 1, 2 Isochronous 1, 3 ConnectorType 1, 4 \
        ConnectorGender 1, 5 Reserved1 1, 6 Reserved2 2, 8 MaxNumberDevices 4, 12 DeviceIdBegin 4, 16 DeviceIdEnd 4, 20 LunBegin 8, 28 \
        LunEnd 8
        0300 HBAFCAControllerInfo SCALAR 4 p0: 0 FcaType 1, 1 Reserved1 1, 2 Reserved2 2
        0301 HBAFCAPortInfo SCALAR 4 p0: 0 Reserved4 4
        0180 LANSupportedOptionalStatistics SCALAR 32 p0: 0 Reserved 8, 8 SupportedTransmit 8, 16 SupportedReceive 8, 24 \
        SupportedChecksum 8
        0182 LANOptionalTransmitStatistics SCALAR 72 p0: 0 TxRetryCount 8, 8 DirectedBytesTx 8, 16 DirectedPacketsTx 8, 24 \
        MulticastBytesTx 8, 32 MulticastPacketsTx 8, 40 BroadcastBytesTx 8, 48 BroadcastPacketsTx 8, 56 GroupAddrTxCount 8, 64 \
        TxTooShort 8
        0183 LANOptionalReceiveStatistics SCALAR 88 p0: 0 RxCRCErrors 8, 8 DirectedBytesRx 8, 16 DirectedPacketsRx 8, 24 \
        MulticastBytesRx 8, 32 MulticastPacketsRx 8, 40 BroadcastBytesRx 8, 48 BroadcastPacketsRx 8, 56 GroupAddrRxCount 8, 64 \
        TooShort 8, 72 TooLong 8, 80 Runt 8
        0184 LANOptionalChecksumStatistics SCALAR 120 p0: 0 IPv4Generate 8, 8 IPv4ValidateSuccess 8, 16 IPv4ValidateError 8, 24 \
        TCPGenerate 8, 32 TCPValidateSuccess 8, 40 TCPValidateError 8, 48 UDPGenerate 8, 56 UDPValidateSuccess 8, 64 UDPValidateError \
        8, 72 RSVPGenerate 8, 80 RSVPValidateSuccess 8, 88 RSVPValidateError 8, 96 ICMPGenerate 8, 104 ICMPValidateSuccess 8, 112 \
        ICMPValidateError 8
        0200 LAN8023Statistics SCALAR 64 p0: 0 RxAlignmentError 8, 8 OneCollision 8, 16 MultipleCollisions 8, 24 Deferred 8, 32 \
        LateCollision 8, 40 MaxCollisions 8, 48 CarrierLost 8, 56 ExcessiveDeferrals 8
        0280 LANSupported8023Statistics SCALAR 8 p0: 0 SupportedMask 8
        0281 LANOptional8023Statistics SCALAR 24 p0: 0 RxOverrun 8, 8 TxUnderrun 8, 16 TxHeartbeatFailure 8
        0300 LAN8025Statistics SCALAR 104 p0: 0 LineErrors 8, 8 LostFrames 8, 16 ACErrors 8, 24 TxAbortDelimiter 8, 32 BurstErrors 8, \
        40 FrameCopiedErrors 8, 48 FrequencyErrors 8, 56 InternalErrors 8, 64 LastRingStatus 8, 72 TokenError 8, 80 UpstreamNode 8, 88 \
        LastRingID 8, 96 LastBeaconType 8
        0380 LANSupported8025Statistics SCALAR 8 p0: 0 SupportedMask 8
        0400 LANFDDIStatistics SCALAR 80 p0: 0 ConfigurationState 8, 8 UpstreamNode 8, 16 DownstreamNode 8, 24 FrameErrors 8, 32 \
        FramesLost 8, 40 RingMgmtState 8, 48 LCTFailures 8, 56 LEMRejects 8, 64 LEMCount 8, 72 LConnectionState 8
        0480 LANSupportedFDDIStatistics SCALAR 8 p0: 0 SupportedMask 8
        0580 LANSupportedFibreChannelStatistics SCALAR 8 p0: 0 SupportedMask 8
        0000 DDMType SCALAR 2 p0: 0 DdmType 2
        0001 DDMClassIdentity SCALAR 50 p0: 0 DdmTID 2, 2 Reserved 2, 4 ModuleName 24, 28 ModuleRevLevel 8, 36 SNFormat 1, 37 SNLength \
        1, 38 SerialNumber 12
        0000 PTAAccess SCALAR 40 p0: 0 VendorID 2, 2 SduVersion 2, 4 NumBoundTransport 4, 8 NumConnectedIops 4, 12 NumIopPaths 4, 16 \
        NumActiveLinks 4, 20 MaxRedirMem 4, 24 MaxRemMem 4, 28 ServiceFlags 4, 32 CurrRedirMem 4, 36 CurrRemMem 4
        0001 PTAIopConnect TABLE 16 p1: 0 Index 4, 4 PtTid 2, 6 Unit 2, 8 Iop 2, 10 State 2, 12 MaxTransData 4
        0002 PTARegistration SCALAR 20 p0: 0 NumSend 4, 4 NumMove 4, 8 NumRedir 4, 12 NumRemMem 4, 16 NumReceive 4
        0003 PTASend TABLE 16 p1: 0 PsuIndex 4, 4 PsuTid 2, 6 PtTid 2, 8 RemUnit 2, 10 RemIop 2, 12 RemTid 4
        0004 PTAMove TABLE 12 p1: 0 PsuIndex 4, 4 PsuTid 2, 6 PtTid 2, 8 RemUnit 2, 10 RemIop 2
        0005 PTARedirect TABLE 20 p1: 0 PsuIndex 4, 4 PsuTid 2, 6 PtTid 2, 8 RemUnit 2, 10 RemIop 2, 12 RemTid 2, 14 Reserved 2, 16 \
        RedirSize 4
        0006 PTARemoteMemory TABLE 16 p1: 0 PsuIndex 4, 4 PsuTid 2, 6 PtTid 2, 8 RemMemSize 4, 12 RemUnit 2, 14 RemIop 2
        0007 PTAReceive TABLE 6 p1: 0 PsuIndex 4, 4 PsuTid 2
        0000 PTInfo SCALAR 44 p0: 0 MediaType 4, 4 PtId 4, 8 SegmentType 1, 9 Priority 1, 10 Reserved 2, 12 QoS 4, 16 \
        DataSizeRequested 4, 20 DataSize 4, 24 ElementSize 4, 28 ServiceFlags 4, 32 ConnectedIOPs 4, 36 ConnectInfoSize 4, 40 \
        ConnectInfo 4
        0001 PTIopConnect TABLE 8 p1: 0 Index 4, 4 Unit 2, 6 IOP 2
        0002 PTRemote SCALAR 12 p0: 0 NumRemoteIop 4, 4 TotalMem 8
        0003 PTRemoteMemory TABLE 16 p1: 0 Index 2, 2 RemUnit 2, 4 RemIop 2, 6 Reserved 2, 8 TotalRedirSize 4, 12 TotalRemMemSize 4
        0000 HPCController SCALAR 1 p0: 0 BusType 1
        0001 HPCSlots TABLE 76 p1: 0 SlotID 4, 4 Description 64, 68 SlotState 1, 69 AttnIndicator 1, 70 CardPower 1, 71 \
        CardFrequencyCapability 1, 72 SlotFrequency 1, 73 Interlock 1, 74 Reserved 2
        """;

    @Test
    void everyGroupHasTheLayoutOfTheArchitecture() {
        StringBuilder text = new StringBuilder();
        Stream.of(GenericGroups.ALL, ExecutiveGroups.ALL, LanGroups.ALL, BlockGroups.ALL,
            ScsiGroups.ALL, BusAdapterGroups.ALL, LanStatisticsGroups.ALL, DdmGroups.ALL,
            PeerAgentGroups.ALL, PeerTransportGroups.ALL, HotPlugGroups.ALL).flatMap(List::stream).forEach(group -> {
            List<String> fields = group.fields().stream()
                .map(field -> field.byteOffset() + " " + field.name() + " " + field.byteCount()).toList();
            text.append(String.format(Locale.ROOT, "%04X %s %s %d p%X: %s%n", group.number(), group.name(), group.kind(), group.rowBytes(),
                group.properties(), String.join(", ", fields)));
        });
        assertEquals(ARCHITECTURE, text.toString());
    }

    @Test
    void aGroupIsAlsoALayout() {
        assertEquals(321, GenericGroups.DEVICE_IDENTITY.layout().sizeBytes());
        assertEquals(64, GenericGroups.DEVICE_IDENTITY.layout().field("SNFormat").byteOffset());
    }
}
