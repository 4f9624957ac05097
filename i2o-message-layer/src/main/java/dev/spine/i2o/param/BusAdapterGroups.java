package dev.spine.i2o.param;

import java.util.List;

/**
 * Groups of the bus adapter class. Any thread.
 *
 * <p>Source: I2O 1.5 bus adapter class; SIG headers.
 */
public final class BusAdapterGroups {
    /** What bus it is. */
    public static final ParameterGroup CONTROLLER_INFO = ParameterGroup.scalar(0x0000, "HBAControllerInfo")
        .u8("BusType").u8("BusState").u16("Reserved2").bytes("BusName", 12).build();
    /** Since when it is on; seconds. */
    public static final ParameterGroup HISTORICAL_STATISTICS = ParameterGroup.scalar(0x0100, "HBAHistoricalStatistics")
        .u32("TimeLastPoweredUp").u32("TimeLastReset").build();
    /** The SCSI controller. */
    public static final ParameterGroup SCSI_CONTROLLER_INFO = ParameterGroup.scalar(0x0200, "HBASCSIControllerInfo")
        .u8("SCSIType").u8("ProtectionManagement").u8("Settings").u8("Reserved1").u32("InitiatorID").u64("ScanLun0Only")
        .u16("DisableDevice").u8("MaxOffset").u8("MaxDataWidth").u64("MaxSyncRate").build();
    /** The SCSI bus. */
    public static final ParameterGroup SCSI_BUS_PORT = ParameterGroup.scalar(0x0201, "HBASCSIBusPortInfo")
        .u8("PhysicalInterface").u8("ElectricalInterface").u8("Isochronous").u8("ConnectorType").u8("ConnectorGender")
        .u8("Reserved1").u16("Reserved2").u32("MaxNumberDevices").u32("DeviceIdBegin").u32("DeviceIdEnd").bytes("LunBegin", 8)
        .bytes("LunEnd", 8).build();
    /** The fibre channel controller. */
    public static final ParameterGroup FCA_CONTROLLER = ParameterGroup.scalar(0x0300, "HBAFCAControllerInfo")
        .u8("FcaType").u8("Reserved1").u16("Reserved2").build();
    /** The fibre channel port; all of it is reserved. */
    public static final ParameterGroup FCA_PORT = ParameterGroup.scalar(0x0301, "HBAFCAPortInfo")
        .u32("Reserved4").build();

    /** Kinds of bus: the field BusType. */
    public static final class BusType {
        public static final int GENERIC = 0x00;
        public static final int SCSI = 0x01;
        /** Fibre channel. */
        public static final int FCA = 0x10;

        private BusType() {
        }
    }


    /** Every group of this class. */
    public static final List<ParameterGroup> ALL = List.of(
        CONTROLLER_INFO, HISTORICAL_STATISTICS, SCSI_CONTROLLER_INFO, SCSI_BUS_PORT, FCA_CONTROLLER, FCA_PORT);

    private BusAdapterGroups() {
    }
}
