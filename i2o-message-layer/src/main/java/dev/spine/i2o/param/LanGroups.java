package dev.spine.i2o.param;

import java.util.List;

/**
 * Groups of the LAN class. Addresses take 8 bytes, a 48-bit one the first 6. Any thread.
 *
 * <p>Source: I2O 1.5 LAN class; SIG LAN header. NetBSD ends some of these groups earlier or counts otherwise; the SIG's form is used.
 */
public final class LanGroups {
    /** What the device is. */
    public static final ParameterGroup DEVICE_INFO = ParameterGroup.scalar(0x0000, "LANDeviceInfo")
        .u16("LANType").u16("Flags").u8("AddressFormat").u8("CurrentDeviceState").u16("DeviceErrorStatus")
        .u32("MinPacketSize", "MaxPacketSize").bytes("HardwareAddress", 8).u64("MaxTxWireSpeed", "MaxRxWireSpeed")
        .u32("MinSduSize", "MaxSduSize", "Reserved").build();
    /** Its addresses and filters. */
    public static final ParameterGroup MAC_ADDRESS = ParameterGroup.scalar(0x0001, "LANMACAddress")
        .bytes("ActiveAddress", 8).bytes("CurrentNetworkAddress", 8).u64("FunctionalAddressMask")
        .u32("FilterMask", "HardwareCapability", "MaxSizeMulticastTable", "MaxFilterPerfect", "MaxFilterImperfect").build();
    /** Multicast addresses that it receives. */
    public static final ParameterGroup MULTICAST_ADDRESSES =
        ParameterGroup.dynamicTable(0x0002, "LANMulticastMACAddress").bytes("MulticastAddress", 8).build();
    /** When it batches. */
    public static final ParameterGroup BATCH_CONTROL = ParameterGroup.scalar(0x0003, "LANBatchControl")
        .u32("BatchFlags", "RisingLoadDelay", "RisingLoadThreshold", "FallingLoadDelay", "FallingLoadThreshold",
            "MaxRxBatchCount", "MaxRxBatchDelay", "MaxTxBatchDelay", "MaxTxBatchCount").build();
    /** How it works. */
    public static final ParameterGroup OPERATION = ParameterGroup.scalar(0x0004, "LANOperation")
        .u32("PacketPrePad", "UserFlags", "PacketOrphanLimit", "TxModesEnable", "RxModesEnable").build();
    /** Its medium. */
    public static final ParameterGroup MEDIA_OPERATION = ParameterGroup.scalar(0x0005, "LANMediaOperation")
        .u32("ConnectorType", "ConnectionType").u64("CurrentTxWireSpeed", "CurrentRxWireSpeed").u8("DuplexMode").u8("LinkStatus")
        .u8("Reserved").u8("DuplexModeTarget").u32("ConnectorTypeTarget", "ConnectionTypeTarget").build();
    /** Further addresses that it answers to. */
    public static final ParameterGroup ALTERNATE_ADDRESSES =
        ParameterGroup.dynamicTable(0x0006, "LANAlternateAddress").bytes("AlternateAddress", 8).build();
    /** What it can transmit. */
    public static final ParameterGroup TRANSMIT_INFO = ParameterGroup.scalar(0x0007, "LANTransmitInfo")
        .u32("TxMaxPacketSG", "TxMaxChainSG", "TxMaxPacketsOut", "TxMaxRequestPackets", "TxModes").build();
    /** What it can receive. */
    public static final ParameterGroup RECEIVE_INFO = ParameterGroup.scalar(0x0008, "LANReceiveInfo")
        .u32("RxMaxChain", "RxMaxBuckets", "RxModes", "RxMaxBucketsReply", "RxMaxPacketsBucket", "RxMaxPostBuckets").build();
    /** What it has done so far. */
    public static final ParameterGroup HISTORICAL_STATISTICS = ParameterGroup.scalar(0x0100, "LANHistoricalStatistics")
        .u64("PacketsTransmitted", "BytesTransmitted", "PacketsReceived", "BytesReceived", "TransmitErrors", "ReceiveErrors", "RxNoBuffer",
            "ResetCount", "SuspendCount").build();

    /** What kind of LAN: the field LANType. */
    public static final int TYPE_ETHERNET = 0x30;

    /** States of a device: the field CurrentDeviceState. */
    public static final class DeviceState {
        public static final int UNKNOWN = 0;
        /** No user has claimed it. */
        public static final int UNCLAIMED = 1;
        /** It works. */
        public static final int OPERATIONAL = 2;
        public static final int SUSPENDED = 3;
        /** It is being reset. */
        public static final int RESETTING = 4;
        /** It has an error. */
        public static final int ERROR = 5;
        /** It works but has no bucket to receive into. */
        public static final int OPERATIONAL_NO_RX = 6;
        /** It is suspended and has no bucket. */
        public static final int SUSPENDED_NO_RX = 7;

        private DeviceState() {
        }
    }

    /** What a device lets through: the field FilterMask. */
    public static final class FilterMask {
        /** No unicast. */
        public static final int UNICAST_DISABLE = 0x001;
        /** Everything. */
        public static final int PROMISCUOUS = 0x002;
        /** Every multicast. */
        public static final int PROMISCUOUS_MULTICAST = 0x004;
        /** No broadcast. */
        public static final int BROADCAST_DISABLE = 0x100;
        /** No multicast. */
        public static final int MULTICAST_DISABLE = 0x200;
        /** No functional address. */
        public static final int FUNCTIONAL_DISABLE = 0x400;

        private FilterMask() {
        }
    }

    /** Every group of this class. */
    public static final List<ParameterGroup> ALL = List.of(DEVICE_INFO, MAC_ADDRESS, MULTICAST_ADDRESSES, BATCH_CONTROL, OPERATION,
        MEDIA_OPERATION, ALTERNATE_ADDRESSES, TRANSMIT_INFO, RECEIVE_INFO, HISTORICAL_STATISTICS);

    private LanGroups() {
    }
}
