package dev.spine.i2o.message.lan;

/**
 * Flags and status of one packet in a receive reply: the top bytes of its two words. Any thread.
 *
 * <p>Source: I2O 1.5 LAN class; SIG LAN header; where firmware disagrees, the form that the Linux and NetBSD drivers read.
 */
public final class PacketFlags {
    /** The bits that say what the packet is. */
    public static final int KIND_MASK = 0x0E;
    /** The packet continues from the previous bucket. */
    public static final int CONTINUED = 0x04;
    /** The packet continues in the next bucket. */
    public static final int CONTINUES = 0x08;
    /** The packet has an error. */
    public static final int ERROR = 0x01;
    /** No packet: unused space. */
    public static final int SKIP = 0x02;
    /** The checksum of the network layer was verified. */
    public static final int NETWORK_CHECKSUM_OK = 0x10;
    /** The checksum of the transport layer was verified. */
    public static final int TRANSPORT_CHECKSUM_OK = 0x20;
    /** The last packet in its bucket. */
    public static final int LAST_IN_BUCKET = 0x40;
    /** The last packet of the last bucket. */
    public static final int LAST_IN_REPLY = 0xC0;

    private PacketFlags() {
    }
}
