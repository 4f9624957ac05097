package dev.spine.i2o.param;

import java.util.List;

/**
 * Statistics groups of the LAN class beside {@link LanGroups#HISTORICAL_STATISTICS}. All fields have 64 bits. Groups 0x0181, 0x0381,
 * 0x0481, 0x0500 and 0x0581 are retired or were never defined. Any thread.
 *
 * <p>Source: I2O 1.5 LAN class; SIG LAN header.
 */
public final class LanStatisticsGroups {
    /** Which optional statistics there are: a mask per group. */
    public static final ParameterGroup SUPPORTED_OPTIONAL = ParameterGroup.scalar(0x0180, "LANSupportedOptionalStatistics")
        .u64("Reserved", "SupportedTransmit", "SupportedReceive", "SupportedChecksum").build();
    /** Transmission, optional. */
    public static final ParameterGroup OPTIONAL_TRANSMIT = ParameterGroup.scalar(0x0182, "LANOptionalTransmitStatistics")
        .u64("TxRetryCount", "DirectedBytesTx", "DirectedPacketsTx", "MulticastBytesTx")
        .u64("MulticastPacketsTx", "BroadcastBytesTx", "BroadcastPacketsTx", "GroupAddrTxCount").u64("TxTooShort").build();
    /** Reception, optional. */
    public static final ParameterGroup OPTIONAL_RECEIVE = ParameterGroup.scalar(0x0183, "LANOptionalReceiveStatistics")
        .u64("RxCRCErrors", "DirectedBytesRx", "DirectedPacketsRx", "MulticastBytesRx")
        .u64("MulticastPacketsRx", "BroadcastBytesRx", "BroadcastPacketsRx", "GroupAddrRxCount").u64("TooShort", "TooLong", "Runt").build();
    /** Checksums, optional. */
    public static final ParameterGroup OPTIONAL_CHECKSUM = ParameterGroup.scalar(0x0184, "LANOptionalChecksumStatistics")
        .u64("IPv4Generate", "IPv4ValidateSuccess", "IPv4ValidateError", "TCPGenerate")
        .u64("TCPValidateSuccess", "TCPValidateError", "UDPGenerate", "UDPValidateSuccess")
        .u64("UDPValidateError", "RSVPGenerate", "RSVPValidateSuccess", "RSVPValidateError")
        .u64("ICMPGenerate", "ICMPValidateSuccess", "ICMPValidateError").build();
    /** IEEE 802.3. */
    public static final ParameterGroup ETHERNET = ParameterGroup.scalar(0x0200, "LAN8023Statistics")
        .u64("RxAlignmentError", "OneCollision", "MultipleCollisions", "Deferred")
        .u64("LateCollision", "MaxCollisions", "CarrierLost", "ExcessiveDeferrals").build();
    /** Which optional statistics of IEEE 802.3 there are. */
    public static final ParameterGroup ETHERNET_SUPPORTED = ParameterGroup.scalar(0x0280, "LANSupported8023Statistics")
        .u64("SupportedMask").build();
    /** IEEE 802.3, optional. */
    public static final ParameterGroup ETHERNET_OPTIONAL = ParameterGroup.scalar(0x0281, "LANOptional8023Statistics")
        .u64("RxOverrun", "TxUnderrun", "TxHeartbeatFailure").build();
    /** IEEE 802.5; LastRingStatus has bits of {@code LanCodes.RingStatus}. */
    public static final ParameterGroup TOKEN_RING = ParameterGroup.scalar(0x0300, "LAN8025Statistics")
        .u64("LineErrors", "LostFrames", "ACErrors", "TxAbortDelimiter")
        .u64("BurstErrors", "FrameCopiedErrors", "FrequencyErrors", "InternalErrors")
        .u64("LastRingStatus", "TokenError", "UpstreamNode", "LastRingID").u64("LastBeaconType").build();
    /** Which optional statistics of IEEE 802.5 there are. */
    public static final ParameterGroup TOKEN_RING_SUPPORTED = ParameterGroup.scalar(0x0380, "LANSupported8025Statistics")
        .u64("SupportedMask").build();
    public static final ParameterGroup FDDI = ParameterGroup.scalar(0x0400, "LANFDDIStatistics")
        .u64("ConfigurationState", "UpstreamNode", "DownstreamNode", "FrameErrors")
        .u64("FramesLost", "RingMgmtState", "LCTFailures", "LEMRejects").u64("LEMCount", "LConnectionState").build();
    /** Which optional statistics of FDDI there are. */
    public static final ParameterGroup FDDI_SUPPORTED = ParameterGroup.scalar(0x0480, "LANSupportedFDDIStatistics")
        .u64("SupportedMask").build();
    /** Which optional statistics of fibre channel there are. */
    public static final ParameterGroup FIBRE_CHANNEL_SUPPORTED = ParameterGroup.scalar(0x0580, "LANSupportedFibreChannelStatistics")
        .u64("SupportedMask").build();

    /** Every group of this class. */
    public static final List<ParameterGroup> ALL = List.of(SUPPORTED_OPTIONAL, OPTIONAL_TRANSMIT, OPTIONAL_RECEIVE, OPTIONAL_CHECKSUM,
        ETHERNET, ETHERNET_SUPPORTED, ETHERNET_OPTIONAL, TOKEN_RING, TOKEN_RING_SUPPORTED, FDDI, FDDI_SUPPORTED,
        FIBRE_CHANNEL_SUPPORTED);

    private LanStatisticsGroups() {
    }
}
