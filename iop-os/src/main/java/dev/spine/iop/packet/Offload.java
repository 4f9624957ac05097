package dev.spine.iop.packet;

/**
 * The word that says what is left to be done with a packet: a checksum to complete, a super-packet to cut. Any thread.
 *
 * <p>Bits: [0] a checksum is to be completed; [15:8] what is cut: {@link #TCP_V4}, {@link #TCP_V6}, {@link #UDP}, with {@link #ECN} or
 * without; [31:16] bytes of payload of each part; [47:32] where the checksummed bytes begin, from the MAC header; [55:48] where in them
 * the checksum is. Other bits are 0. The checksum of such a packet is that of its pseudo-header, not inverted.
 *
 * <p>Words come from wires and from extensions: whoever acts on one holds it against the packet first. Stateless.
 *
 * <p>Source: Virtual I/O Device 1.0, 5.1.6 "Device Operation"; Linux include/uapi/linux/virtio_net.h.
 */
public final class Offload {
    /** Nothing is left to be done. */
    public static final long NONE = 0;
    /** Cut TCP over IPv4. */
    public static final int TCP_V4 = 1;
    /** Cut TCP over IPv6. */
    public static final int TCP_V6 = 4;
    /** Cut UDP: each part a datagram. */
    public static final int UDP = 5;
    /** With the kinds of TCP: congestion is marked, on the first part alone. */
    public static final int ECN = 0x80;
    /** Bytes of the largest packet with which work is left to be done: an IP packet of 65,535 bytes, an Ethernet header, a VLAN tag. */
    public static final int MAX_BYTES = 65_535 + 18;

    private static final int CHECKSUM = 1;

    private Offload() {}

    /**
     * {@return a word}
     *
     * @param kind what is cut, 0 for nothing
     * @param segmentBytes bytes of payload of each part, 0 to 65,535
     * @param checksumStart where the checksummed bytes begin, 0 to 65,535
     * @param checksumOffset where in them the checksum is, 0 to 255
     */
    public static long of(int kind, int segmentBytes, int checksumStart, int checksumOffset) {
        return CHECKSUM | (kind & 0xFFL) << 8 | (segmentBytes & 0xFFFFL) << 16 | (checksumStart & 0xFFFFL) << 32
            | (checksumOffset & 0xFFL) << 48;
    }

    /**
     * {@return whether a checksum is to be completed}
     *
     * @param word of a packet
     */
    public static boolean needsChecksum(long word) {
        return (word & CHECKSUM) != 0;
    }

    /**
     * {@return what is to be cut, {@link #ECN} included; 0 for nothing}
     *
     * @param word of a packet
     */
    public static int kind(long word) {
        return (int) (word >>> 8) & 0xFF;
    }

    /**
     * {@return bytes of payload of each part}
     *
     * @param word of a packet
     */
    public static int segmentBytes(long word) {
        return (int) (word >>> 16) & 0xFFFF;
    }

    /**
     * {@return where the checksummed bytes begin, from the MAC header}
     *
     * @param word of a packet
     */
    public static int checksumStart(long word) {
        return (int) (word >>> 32) & 0xFFFF;
    }

    /**
     * {@return where in the checksummed bytes the checksum is}
     *
     * @param word of a packet
     */
    public static int checksumOffset(long word) {
        return (int) (word >>> 48) & 0xFF;
    }
}
