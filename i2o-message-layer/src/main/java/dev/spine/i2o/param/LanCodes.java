package dev.spine.i2o.param;

/**
 * What the numbers in the groups of the LAN class mean, beside those in {@link LanGroups}. Any thread.
 *
 * <p>Source: I2O 1.5 LAN class; SIG LAN header.
 */
public final class LanCodes {
    /** The field LANType, and the subclass in the LCT. */
    public static final class Type {
        public static final int ETHERNET = 0x30;
        /** 100VG. */
        public static final int VG_100 = 0x40;
        public static final int TOKEN_RING = 0x50;
        public static final int FDDI = 0x60;
        public static final int FIBRE_CHANNEL = 0x70;

        private Type() {
        }
    }

    /** Bits of the field Flags. */
    public static final class Flags {
        /** The LAN is emulated. */
        public static final int EMULATED = 1;
        /** It sends and receives at once. */
        public static final int DUPLEX = 2;

        private Flags() {
        }
    }

    /** The field AddressFormat. */
    public static final class AddressFormat {
        /** IEEE, 48 bits. */
        public static final int IEEE_48 = 0;
        /** IEEE, as fibre channel writes it. */
        public static final int FIBRE_CHANNEL_IEEE = 1;

        private AddressFormat() {
        }
    }

    /** Bits of the field DeviceErrorStatus. */
    public static final class ErrorStatus {
        /** The transmitter failed. */
        public static final int TRANSMIT_UNIT = 1;
        /** The receiver failed. */
        public static final int RECEIVE_UNIT = 2;
        /** Memory failed. */
        public static final int MEMORY = 4;

        private ErrorStatus() {
        }
    }

    /** Which MAC frames of a token ring are reported: [12:11] of FilterMask. */
    public static final class MacReporting {
        public static final int NONE = 0x0000;
        /** Those of high priority. */
        public static final int PRIORITY = 0x0800;
        /** All of its own. */
        public static final int ALL = 0x1000;
        /** All. */
        public static final int PROMISCUOUS = 0x1800;

        private MacReporting() {
        }
    }

    /** Bits of the field BatchFlags. */
    public static final class BatchFlags {
        /** No batching. */
        public static final int DISABLED = 1;
        /** It batches now. */
        public static final int BATCHED = 2;
        /** It batches always. */
        public static final int FORCED = 4;

        private BatchFlags() {
        }
    }

    /** Bits of the field UserFlags. */
    public static final class UserFlags {
        /** Transmission errors are reported. */
        public static final int REPORT_TRANSMIT_ERRORS = 1;
        /** Bad packets are received. */
        public static final int REPORT_BAD_PACKETS = 2;

        private UserFlags() {
        }
    }

    /**
     * Bits of the fields TxModes and TxModesEnable. Which of the two upper bits suppresses loopback is contested: Linux prints 0x20000
     * there.
     */
    public static final class TxModes {
        /** The list carries no destination. */
        public static final int NO_ADDRESS_IN_SGL = 0x0_0002;
        /** The sender may supply the CRC. */
        public static final int CRC_SUPPRESSION = 0x0_0004;
        /** The device inserts its address. */
        public static final int MAC_INSERTION = 0x0_0010;
        /** The device inserts routing information. */
        public static final int RIF_INSERTION = 0x0_0020;
        public static final int IPV4_CHECKSUM = 0x0_0100;
        public static final int TCP_CHECKSUM = 0x0_0200;
        public static final int UDP_CHECKSUM = 0x0_0400;
        public static final int RSVP_CHECKSUM = 0x0_0800;
        public static final int ICMP_CHECKSUM = 0x0_1000;
        /** Packets come back. */
        public static final int LOOPBACK_ENABLE = 0x0_8000;
        /** Packets do not come back. */
        public static final int LOOPBACK_SUPPRESSION = 0x1_0000;

        private TxModes() {
        }
    }

    /** Bits of the fields RxModes and RxModesEnable. */
    public static final class RxModes {
        /** The frame check sequence is received. */
        public static final int FCS_RECEPTION = 0x0004;
        public static final int IPV4_CHECKSUM = 0x0100;
        public static final int TCP_CHECKSUM = 0x0200;
        public static final int UDP_CHECKSUM = 0x0400;
        public static final int RSVP_CHECKSUM = 0x0800;
        public static final int ICMP_CHECKSUM = 0x1000;

        private RxModes() {
        }
    }

    /** The field ConnectorType. */
    public static final class Connector {
        /** Something else. */
        public static final int OTHER = 0x0;
        public static final int UNKNOWN = 0x1;
        public static final int AUI = 0x2;
        /** Twisted pair. */
        public static final int UTP = 0x3;
        public static final int BNC = 0x4;
        public static final int RJ45 = 0x5;
        /** Shielded twisted pair, DB9. */
        public static final int STP_DB9 = 0x6;
        public static final int FIBRE_MIC = 0x7;
        public static final int APPLE_AUI = 0x8;
        public static final int MII = 0x9;
        public static final int DB9 = 0xA;
        public static final int HSSDC = 0xB;
        public static final int DUPLEX_SC = 0xC;
        public static final int DUPLEX_ST = 0xD;
        /** TNC or BNC. */
        public static final int TNC_BNC = 0xE;
        public static final int DEFAULT = 0xFFFF_FFFF;

        private Connector() {
        }
    }

    /** The field ConnectionType: sixteen times the LAN type, plus a number. */
    public static final class Connection {
        public static final int ETHERNET_AUI = 0x301;
        /** 10BASE5. */
        public static final int ETHERNET_10BASE5 = 0x302;
        /** FOIRL. */
        public static final int ETHERNET_FOIRL = 0x303;
        /** 10BASE2. */
        public static final int ETHERNET_10BASE2 = 0x304;
        /** 10BROAD36. */
        public static final int ETHERNET_10BROAD36 = 0x305;
        /** 10BASE-T. */
        public static final int ETHERNET_10BASE_T = 0x306;
        /** 10BASE-FP. */
        public static final int ETHERNET_10BASE_FP = 0x307;
        /** 10BASE-FB. */
        public static final int ETHERNET_10BASE_FB = 0x308;
        /** 10BASE-FL. */
        public static final int ETHERNET_10BASE_FL = 0x309;
        /** 100BASE-TX. */
        public static final int ETHERNET_100BASE_TX = 0x30A;
        /** 100BASE-FX. */
        public static final int ETHERNET_100BASE_FX = 0x30B;
        /** 100BASE-T4. */
        public static final int ETHERNET_100BASE_T4 = 0x30C;
        /** 1000BASE-SX. */
        public static final int ETHERNET_1000BASE_SX = 0x30D;
        /** 1000BASE-LX. */
        public static final int ETHERNET_1000BASE_LX = 0x30E;
        /** 1000BASE-CX. */
        public static final int ETHERNET_1000BASE_CX = 0x30F;
        /** 1000BASE-T. */
        public static final int ETHERNET_1000BASE_T = 0x310;
        /** 100VG with Ethernet frames. */
        public static final int VG_100_ETHERNET = 0x401;
        /** 100VG with token ring frames. */
        public static final int VG_100_TOKEN_RING = 0x402;
        /** Token ring, 4 Mbit/s. */
        public static final int TOKEN_RING_4 = 0x501;
        /** Token ring, 16 Mbit/s. */
        public static final int TOKEN_RING_16 = 0x502;
        public static final int FDDI = 0x601;
        public static final int FIBRE_CHANNEL_POINT_TO_POINT = 0x701;
        public static final int FIBRE_CHANNEL_ARBITRATED_LOOP = 0x702;
        public static final int FIBRE_CHANNEL_PUBLIC_LOOP = 0x703;
        public static final int FIBRE_CHANNEL_FABRIC = 0x704;
        public static final int EMULATION = 0xF00;
        /** Something else. */
        public static final int OTHER = 0xF01;
        public static final int DEFAULT = 0xFFFF_FFFF;

        private Connection() {
        }
    }

    /** The fields DuplexMode and DuplexModeTarget. */
    public static final class Duplex {
        public static final int HALF = 0x00;
        public static final int FULL = 0x01;
        public static final int DEFAULT = 0xFF;

        private Duplex() {
        }
    }

    /** The field LinkStatus. */
    public static final class Link {
        public static final int UNKNOWN = 0x00;
        /** It works. */
        public static final int NORMAL = 0x01;
        /** It failed. */
        public static final int FAILURE = 0x02;
        /** It is being reset. */
        public static final int RESET = 0x03;
        /** Something else. */
        public static final int OTHER = 0xFF;

        private Link() {
        }
    }

    /** Bits of the field LastRingStatus. */
    public static final class RingStatus {
        /** The ring recovers. */
        public static final int RECOVERY = 0x0020;
        /** There is one station. */
        public static final int SINGLE_STATION = 0x0040;
        /** A counter ran over. */
        public static final int COUNTER_OVERFLOW = 0x0080;
        /** The device was told to leave. */
        public static final int REMOVE_RECEIVED = 0x0100;
        /** The device left by itself. */
        public static final int AUTO_REMOVAL = 0x0400;
        /** The wire is faulty. */
        public static final int LOBE_WIRE_FAULT = 0x0800;
        /** The device sends beacons. */
        public static final int TRANSMIT_BEACON = 0x1000;
        public static final int SOFT_ERROR = 0x2000;
        public static final int HARD_ERROR = 0x4000;
        /** No signal. */
        public static final int SIGNAL_LOSS = 0x8000;

        private RingStatus() {
        }
    }

    /** What became of a received packet: [31:24] of the second word of a packet information. */
    public static final class PacketStatus {
        /** It is good. */
        public static final int OK = 0x00;
        /** Its CRC is bad. */
        public static final int CRC = 0x01;
        /** It is not a whole number of bytes. */
        public static final int ALIGNMENT = 0x02;
        public static final int TOO_LONG = 0x03;
        public static final int TOO_SHORT = 0x04;
        /** It came too fast. */
        public static final int OVERRUN = 0x05;
        /** The checksum of the network layer is bad. */
        public static final int NETWORK_CHECKSUM_BAD = 0x40;
        /** The checksum of the transport layer is bad. */
        public static final int TRANSPORT_CHECKSUM_BAD = 0x80;
        /** Both checksums are bad. */
        public static final int BOTH_CHECKSUMS_BAD = 0xC0;
        /** Something else. */
        public static final int OTHER = 0xFF;

        private PacketStatus() {
        }
    }

    /** Event indicators. */
    public static final class Event {
        /** The link went down. */
        public static final int LINK_DOWN = 0x01;
        /** The link came up. */
        public static final int LINK_UP = 0x02;
        /** The medium changed. */
        public static final int MEDIA_CHANGE = 0x04;

        private Event() {
        }
    }


    private LanCodes() {
    }
}
