package dev.spine.device.wire.capture;

/** Offsets and constants of classic pcap, version 2.4; see the table in the package's manual. */
final class PcapLayout {
    static final int FILE_HEADER_BYTES = 24;
    static final int MAGIC = 0;
    static final int VERSION_MAJOR = 4;
    static final int VERSION_MINOR = 6;
    static final int SNAP_BYTES = 16;
    static final int LINK_TYPE = 20;

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

    private PcapLayout() {
    }
}
