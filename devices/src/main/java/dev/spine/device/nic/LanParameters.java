package dev.spine.device.nic;

import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.param.LanGroups;
import dev.spine.i2o.param.LanStatisticsGroups;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ScalarValues;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * The parameter groups of a network device: 0x0000 to 0x0008, 0x0100, 0x0180, 0x0200 and 0x0280.
 *
 * <p>Source: I2O 1.5 LAN class, parameter groups; what Linux 2.4 and NetBSD drivers set is accepted. The unit of the batch delays is taken
 * to be the microsecond.
 */
final class LanParameters {
    private static final int FLAG_EMULATED = 0x1;
    private static final int FLAG_DUPLEX = 0x2;
    private static final int CONNECTION_EMULATED = 0xF00;
    private static final int DUPLEX_FULL = 1;
    private static final int LINK_NORMAL = 1;
    private static final int LINK_FAILURE = 2;
    private static final int TX_NO_ADDRESS_IN_SGL = 0x2;
    private static final int TX_CRC_SUPPRESSION = 0x4;
    private static final int TX_MODES = TX_NO_ADDRESS_IN_SGL | TX_CRC_SUPPRESSION;
    private static final int USER_FLAGS = 0x3;
    private static final int BUCKET_WORDS = 3;

    private final NicSettings settings;
    private final WirePort port;
    private final ReceiveFilter filter;
    private final NicStatistics statistics;
    private final Receiver receiver;
    private final int listCapacity;
    private final int maxPacketBytes;
    private final Supplier<LinkState> link;
    private final IntSupplier deviceState;

    private long userFlags;
    private long orphanLimit;
    private long txModesEnabled = TX_MODES;

    LanParameters(NicSettings settings, WirePort port, ReceiveFilter filter, NicStatistics statistics, Receiver receiver, int listCapacity,
        int maxPacketBytes, Supplier<LinkState> link, IntSupplier deviceState) {
        this.settings = settings;
        this.port = port;
        this.filter = filter;
        this.statistics = statistics;
        this.receiver = receiver;
        this.listCapacity = listCapacity;
        this.maxPacketBytes = maxPacketBytes;
        this.link = link;
        this.deviceState = deviceState;
    }

    void addTo(ParameterSet set) {
        set.add(deviceInfo())
            .add(macAddress())
            .add(LanGroups.MULTICAST_ADDRESSES, filter.multicastTable())
            .add(batchControl())
            .add(operation())
            .add(mediaOperation())
            .add(LanGroups.ALTERNATE_ADDRESSES, filter.alternateTable())
            .add(transmitInfo())
            .add(receiveInfo())
            .add(historicalStatistics())
            // No optional statistics, and none of the errors of a shared cable: NetBSD asks for group 0x0200 all the same.
            .add(new ScalarValues(LanStatisticsGroups.SUPPORTED_OPTIONAL))
            .add(new ScalarValues(LanStatisticsGroups.ETHERNET))
            .add(new ScalarValues(LanStatisticsGroups.ETHERNET_SUPPORTED));
    }

    /** A wire that takes no time has no rate to tell. */
    private long wireSpeed() {
        return port.bitsPerSecond() == Wire.IMMEDIATE.bitsPerSecond() ? 0 : port.bitsPerSecond();
    }

    private ScalarValues deviceInfo() {
        return new ScalarValues(LanGroups.DEVICE_INFO)
            .number("LANType", LanGroups.TYPE_ETHERNET)
            .number("Flags", FLAG_EMULATED | FLAG_DUPLEX)
            .number("CurrentDeviceState", deviceState::getAsInt)
            .number("MinPacketSize", WirePort.MIN_PACKET_BYTES)
            .number("MaxPacketSize", maxPacketBytes)
            .number("HardwareAddress", AddressTable.fieldNumber(settings.hardwareAddress()))
            .number("MaxTxWireSpeed", wireSpeed())
            .number("MaxRxWireSpeed", wireSpeed())
            .number("MaxSduSize", maxPacketBytes - WirePort.MIN_PACKET_BYTES);
    }

    private ScalarValues macAddress() {
        return new ScalarValues(LanGroups.MAC_ADDRESS)
            .setting("ActiveAddress", () -> AddressTable.fieldNumber(filter.activeAddress()),
                value -> filter.setActiveAddress(AddressTable.fromFieldNumber(value)))
            .number("CurrentNetworkAddress", () -> AddressTable.fieldNumber(filter.activeAddress()))
            .setting("FilterMask", filter::mask, filter::setMask)
            .number("HardwareCapability", ReceiveFilter.CAPABILITY)
            .number("MaxSizeMulticastTable", ReceiveFilter.MAX_MULTICAST)
            .number("MaxFilterPerfect", ReceiveFilter.MAX_MULTICAST);
    }

    private ScalarValues batchControl() {
        return new ScalarValues(LanGroups.BATCH_CONTROL)
            .setting("BatchFlags", receiver::batchFlags, receiver::setBatchFlags)
            .setting("MaxRxBatchCount", receiver::maxBatchCount, receiver::setMaxBatchCount)
            .setting("MaxRxBatchDelay", receiver::maxBatchDelayUs, receiver::setMaxBatchDelayUs)
            // Replies to sends are not batched beyond their request: the values that drivers set are accepted and do nothing.
            .setting("MaxTxBatchDelay", () -> 0, _ -> true)
            .setting("MaxTxBatchCount", settings::packetsPerRequest, _ -> true);
    }

    private ScalarValues operation() {
        return new ScalarValues(LanGroups.OPERATION)
            .setting("PacketPrePad", receiver::prePad, receiver::setPrePad)
            .setting("UserFlags", () -> userFlags, value -> {
                userFlags = value & USER_FLAGS;
                return true;
            })
            .setting("PacketOrphanLimit", () -> orphanLimit, value -> {
                orphanLimit = value;
                return true;
            })
            .setting("TxModesEnable", () -> txModesEnabled, value -> {
                txModesEnabled = value & TX_MODES;
                return true;
            })
            .setting("RxModesEnable", () -> 0, value -> value == 0);
    }

    private ScalarValues mediaOperation() {
        return new ScalarValues(LanGroups.MEDIA_OPERATION)
            .number("ConnectionType", CONNECTION_EMULATED)
            .number("CurrentTxWireSpeed", wireSpeed())
            .number("CurrentRxWireSpeed", wireSpeed())
            .number("DuplexMode", DUPLEX_FULL)
            .number("LinkStatus", () -> link.get() == LinkState.UP ? LINK_NORMAL : LINK_FAILURE)
            .number("DuplexModeTarget", DUPLEX_FULL)
            .number("ConnectionTypeTarget", CONNECTION_EMULATED);
    }

    private ScalarValues transmitInfo() {
        return new ScalarValues(LanGroups.TRANSMIT_INFO)
            .number("TxMaxPacketSG", listCapacity)
            .number("TxMaxPacketsOut", (long) settings.packetsPerRequest() * settings.sendRequests())
            .number("TxMaxRequestPackets", settings.packetsPerRequest())
            .number("TxModes", TX_MODES);
    }

    private ScalarValues receiveInfo() {
        return new ScalarValues(LanGroups.RECEIVE_INFO)
            .number("RxMaxBuckets", receiver.maxBuckets())
            .number("RxMaxBucketsReply", receiver.packetsPerFrame())
            .setting("RxMaxPacketsBucket", () -> 1, value -> value == 1)
            .number("RxMaxPostBuckets", (listCapacity * 2L - MessageFrame.HEADER_WORDS) / BUCKET_WORDS);
    }

    private ScalarValues historicalStatistics() {
        return new ScalarValues(LanGroups.HISTORICAL_STATISTICS)
            .number("PacketsTransmitted", () -> statistics.packetsTransmitted)
            .number("BytesTransmitted", () -> statistics.bytesTransmitted)
            .number("PacketsReceived", () -> statistics.packetsReceived)
            .number("BytesReceived", () -> statistics.bytesReceived)
            .number("TransmitErrors", () -> statistics.transmitErrors)
            .number("ReceiveErrors", () -> statistics.receiveErrors)
            .number("RxNoBuffer", () -> statistics.rxNoBuffer)
            .number("ResetCount", () -> statistics.resets)
            .number("SuspendCount", () -> statistics.suspensions);
    }
}
