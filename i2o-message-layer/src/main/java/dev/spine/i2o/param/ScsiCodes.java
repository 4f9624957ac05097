package dev.spine.i2o.param;

/**
 * What the numbers in {@link ScsiGroups} and {@link BusAdapterGroups} mean. Of settings that share a byte, those that are 0 are here, too.
 * Any thread.
 *
 * <p>Source: I2O 1.5 SCSI peripheral and bus adapter classes; SIG headers.
 */
public final class ScsiCodes {
    /** The field DeviceType of a SCSI device, as the SCSI standards number it. */
    public static final class DeviceType {
        /** A disk. */
        public static final int DIRECT = 0x00;
        /** A tape. */
        public static final int SEQUENTIAL = 0x01;
        public static final int PRINTER = 0x02;
        public static final int PROCESSOR = 0x03;
        /** A disk that is written once. */
        public static final int WORM = 0x04;
        /** A CD-ROM drive. */
        public static final int CD_ROM = 0x05;
        public static final int SCANNER = 0x06;
        /** An optical disk. */
        public static final int OPTICAL = 0x07;
        public static final int MEDIA_CHANGER = 0x08;
        /** A communication device. */
        public static final int COMMUNICATION = 0x09;
        /** A graphic arts device. */
        public static final int GRAPHICS_1 = 0x0A;
        /** A graphic arts device. */
        public static final int GRAPHICS_2 = 0x0B;
        /** A disk array. */
        public static final int ARRAY_CONTROLLER = 0x0C;
        /** An enclosure. */
        public static final int ENCLOSURE_SERVICES = 0x0D;
        public static final int UNKNOWN = 0x1F;

        private DeviceType() {
        }
    }

    /** The field Flags of a SCSI device. */
    public static final class Negotiation {
        /** The bit that tells serial from parallel. */
        public static final int INTERFACE_MASK = 0x01;
        /** A parallel interface. */
        public static final int PARALLEL = 0x00;
        /** A serial interface. */
        public static final int SERIAL = 0x01;
        /** A reserved bit. */
        public static final int RESERVED = 0x02;
        /** The bit that tells whether it may disconnect. */
        public static final int DISCONNECT_MASK = 0x04;
        /** It may not. */
        public static final int DISCONNECT_DISABLED = 0x00;
        /** It may. */
        public static final int DISCONNECT_ENABLED = 0x04;
        /** The bits that tell how its mode was set. */
        public static final int MODE_MASK = 0x18;
        /** By data. */
        public static final int MODE_BY_DATA = 0x00;
        /** To the default. */
        public static final int MODE_DEFAULT = 0x08;
        /** To the safest. */
        public static final int MODE_SAFEST = 0x10;
        /** The bits that tell the width of its data path. */
        public static final int WIDTH_MASK = 0x60;
        /** 8 bits. */
        public static final int WIDTH_8 = 0x00;
        /** 16 bits. */
        public static final int WIDTH_16 = 0x20;
        /** 32 bits. */
        public static final int WIDTH_32 = 0x40;
        /** The bit that tells whether synchronous transfers are negotiated. */
        public static final int SYNCHRONOUS_MASK = 0x80;
        /** They are not. */
        public static final int SYNCHRONOUS_DISABLED = 0x00;
        /** They are. */
        public static final int SYNCHRONOUS_ENABLED = 0x80;

        private Negotiation() {
        }
    }

    /** The field PhysicalInterface of a bus port. */
    public static final class PhysicalInterface {
        /** Something else. */
        public static final int OTHER = 0x01;
        public static final int UNKNOWN = 0x02;
        /** Parallel SCSI. */
        public static final int PARALLEL = 0x03;
        public static final int FIBRE_CHANNEL = 0x04;
        /** IEEE P1394. */
        public static final int SERIAL_P1394 = 0x05;
        /** Serial storage architecture. */
        public static final int SERIAL_SSA = 0x06;

        private PhysicalInterface() {
        }
    }

    /** The field ElectricalInterface of a bus port. */
    public static final class ElectricalInterface {
        /** Something else. */
        public static final int OTHER = 0x01;
        public static final int UNKNOWN = 0x02;
        public static final int SINGLE_ENDED = 0x03;
        public static final int DIFFERENTIAL = 0x04;
        /** Differential at low voltage. */
        public static final int LOW_VOLTAGE_DIFFERENTIAL = 0x05;
        public static final int OPTICAL = 0x06;

        private ElectricalInterface() {
        }
    }

    /** The field Isochronous of a bus port. */
    public static final class Isochronous {
        public static final int NO = 0x00;
        public static final int YES = 0x01;
        public static final int UNKNOWN = 0x02;

        private Isochronous() {
        }
    }

    /** The field ConnectorType of a bus port. */
    public static final class Connector {
        /** Something else. */
        public static final int OTHER = 0x01;
        public static final int UNKNOWN = 0x02;
        public static final int NONE = 0x03;
        /** A cable, shielded, high density. */
        public static final int SHIELDED_A_HIGH_DENSITY = 0x04;
        /** A cable, unshielded, high density. */
        public static final int UNSHIELDED_A_HIGH_DENSITY = 0x05;
        /** A cable, shielded, low density. */
        public static final int SHIELDED_A_LOW_DENSITY = 0x06;
        /** A cable, unshielded, low density. */
        public static final int UNSHIELDED_A_LOW_DENSITY = 0x07;
        /** P cable, shielded, high density. */
        public static final int SHIELDED_P_HIGH_DENSITY = 0x08;
        /** P cable, unshielded, high density. */
        public static final int UNSHIELDED_P_HIGH_DENSITY = 0x09;
        /** Single connector attachment. */
        public static final int SCA_1 = 0x0A;
        /** Single connector attachment, second form. */
        public static final int SCA_2 = 0x0B;
        /** Fibre channel: DB9. */
        public static final int FC_DB9 = 0x0C;
        /** Fibre channel: fibre. */
        public static final int FC_FIBRE = 0x0D;
        /** Fibre channel: 40 pins. */
        public static final int FC_SCA_2_40 = 0x0E;
        /** Fibre channel: 20 pins. */
        public static final int FC_SCA_2_20 = 0x0F;
        /** Fibre channel: BNC. */
        public static final int FC_BNC = 0x10;

        private Connector() {
        }
    }

    /** The field ConnectorGender of a bus port. */
    public static final class ConnectorGender {
        /** Something else. */
        public static final int OTHER = 0x01;
        public static final int UNKNOWN = 0x02;
        public static final int FEMALE = 0x03;
        public static final int MALE = 0x04;

        private ConnectorGender() {
        }
    }

    /** The field SCSIType of a controller. */
    public static final class ScsiType {
        public static final int UNKNOWN = 0x00;
        public static final int SCSI_1 = 0x01;
        public static final int SCSI_2 = 0x02;
        public static final int SCSI_3 = 0x03;

        private ScsiType() {
        }
    }

    /** The field ProtectionManagement of a controller. */
    public static final class Protection {
        /** Something else. */
        public static final int OTHER = 0x00;
        public static final int UNKNOWN = 0x01;
        /** None. */
        public static final int UNPROTECTED = 0x02;
        public static final int PROTECTED = 0x03;
        /** By SCSI controller commands. */
        public static final int SCC = 0x04;

        private Protection() {
        }
    }

    /** The field Settings of a controller. */
    public static final class Settings {
        /** The bit that tells whether parity is checked. */
        public static final int PARITY_MASK = 0x01;
        /** It is not. */
        public static final int PARITY_DISABLED = 0x00;
        /** It is. */
        public static final int PARITY_ENABLED = 0x01;
        /** The bit that tells in which order devices are looked for. */
        public static final int SCAN_ORDER_MASK = 0x02;
        /** From low to high. */
        public static final int SCAN_LOW_TO_HIGH = 0x00;
        /** From high to low. */
        public static final int SCAN_HIGH_TO_LOW = 0x02;
        /** The bit that tells whose the initiator number is. */
        public static final int INITIATOR_ID_MASK = 0x04;
        /** The default. */
        public static final int INITIATOR_ID_DEFAULT = 0x00;
        /** The one that was set. */
        public static final int INITIATOR_ID_SPECIFIED = 0x04;
        /** The bit that tells whether numbers are given automatically. */
        public static final int SCAM_MASK = 0x08;
        /** They are not. */
        public static final int SCAM_DISABLED = 0x00;
        /** They are. */
        public static final int SCAM_ENABLED = 0x08;
        /** The bit that tells serial from parallel. */
        public static final int INTERFACE_MASK = 0x80;
        public static final int PARALLEL = 0x00;
        public static final int SERIAL = 0x80;

        private Settings() {
        }
    }

    /** The field FcaType of a fibre channel adapter. */
    public static final class FibreChannelType {
        public static final int UNKNOWN = 0x00;
        public static final int ARBITRATED_LOOP = 0x01;

        private FibreChannelType() {
        }
    }


    private ScsiCodes() {
    }
}
