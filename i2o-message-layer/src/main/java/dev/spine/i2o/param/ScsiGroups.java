package dev.spine.i2o.param;

import java.util.List;

/**
 * Groups of the SCSI peripheral class. Any thread.
 *
 * <p>Source: I2O 1.5 SCSI peripheral class; SIG headers.
 */
public final class ScsiGroups {
    /** What the device is and what was negotiated with it. */
    public static final ParameterGroup DEVICE_INFO = ParameterGroup.scalar(0x0000, "SCSIDeviceInfo")
        .u8("DeviceType").u8("Flags").u16("Reserved2").u32("Identifier").bytes("LunInfo", 8).u32("QueueDepth").u8("Reserved1a")
        .u8("NegOffset").u8("NegDataWidth").u8("Reserved1b").u64("NegSyncRate").build();
    /** The bus that it is on. */
    public static final ParameterGroup BUS_PORT_INFO = ParameterGroup.scalar(0x0001, "SCSIDeviceBusPortInfo")
        .u8("PhysicalInterface").u8("ElectricalInterface").u8("Isochronous").u8("ConnectorType").u8("ConnectorGender")
        .u8("Reserved1").u16("Reserved2").u32("MaxNumberDevices").build();

    /** Bits of the field Flags. */
    public static final class Flags {
        /** On a serial interface. */
        public static final int SERIAL = 0x01;
        /** It may disconnect. */
        public static final int DISCONNECT = 0x04;
        /** Which bits say how its mode was set: 0 by data, 0x08 to the default, 0x10 to the safest. */
        public static final int MODE_MASK = 0x18;
        /** Which bits are the width of its data path: 0, 0x20, 0x40 for 8, 16, 32 bits. */
        public static final int DATA_WIDTH_MASK = 0x60;
        /** Synchronous transfers were negotiated. */
        public static final int SYNCHRONOUS = 0x80;

        private Flags() {
        }
    }


    /** Every group of this class. */
    public static final List<ParameterGroup> ALL = List.of(
        DEVICE_INFO, BUS_PORT_INFO);

    private ScsiGroups() {
    }
}
