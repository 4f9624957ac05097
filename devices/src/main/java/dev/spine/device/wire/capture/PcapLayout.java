package dev.spine.device.wire.capture;

/** Offsets and constants of classic pcap, version 2.4; see the table in the package's manual. */
final class PcapLayout {
    static final int FILE_HEADER_BYTES = 24;
    static final int MAGIC = 0;
    static final int VERSION_MAJOR = 4;
    static final int VERSION_MINOR = 6;
    static final int SNAP_BYTES = 16;
    static final int LINK_TYPE = 20;

    /** What Alexey Kuznetzov's libpcap wrote: records have the interface and the packet's type behind the lengths. */
    static final int MODIFIED_MAGIC = 0xA1B2CD34;
    static final int MODIFIED_RECORD_HEADER_BYTES = 24;
    /** The part of the link type's word that is the link type; above it is how long the frame check sequences are. */
    static final int LINK_TYPE_MASK = 0xFFFF;

    static final int RECORD_HEADER_BYTES = 16;
    static final int SECONDS = 0;
    static final int TICKS = 4;
    static final int CAPTURED_BYTES = 8;
    static final int WIRE_BYTES = 12;

    static final int MAJOR = 2;
    static final int MINOR = 4;
    static final int LINK_TYPE_ETHERNET = 1;

    /** Longest packet that libpcap itself reads or writes on Ethernet; a larger length in a file is a damaged file. */
    static final int MAX_PACKET_BYTES = 256 * 1024;

    private static final int FCS_LENGTH_GIVEN = 1 << 26;
    private static final int FCS_LENGTH_SHIFT = 28;

    private PcapLayout() {
    }

    /** How many bytes at the end of each packet are its frame check sequence: the word counts them in pairs. */
    static int fcsBytes(int linkWord) {
        return (linkWord & FCS_LENGTH_GIVEN) == 0 ? 0 : (linkWord >>> FCS_LENGTH_SHIFT) * 2;
    }
}
