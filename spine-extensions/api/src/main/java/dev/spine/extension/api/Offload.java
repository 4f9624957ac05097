package dev.spine.extension.api;

/**
 * Work that is left to be done with a packet: to complete a checksum, or to cut a packet that is too large for a wire into several. Where
 * the operating system and cards leave it to each other, one super-packet of up to 64 KiB is handled in place of forty. Any thread.
 *
 * <p>Each packet has a word: {@link Message#offload} gives it,
 * {@link ExtensionContext#transmit(Buffer, int, int, long) transmit} takes it. {@link #NONE} says that the packet is complete. Whoever
 * hands a packet on unchanged, or changes only its MAC header, its hop count and that checksum, hands on the same word. Who changes
 * addresses or ports of a packet with {@link #needsChecksum} changes the sum at {@link #checksumAt}, which then is that of the
 * pseudo-header alone, not inverted. Who reads {@code length} bytes of a segmented packet counts {@link #packets} packets.
 *
 * <p>Bits of the word: [0] a checksum is to be completed; [15:8] what is cut, as virtio 1.0 says (1 TCP over IPv4, 4 TCP over IPv6, 5 UDP;
 * 0x80 with these: ECN); [31:16] bytes of payload of each part; [47:32] where the checksummed bytes begin, from the MAC header; [55:48]
 * where in them the checksum is. Other bits are 0.
 *
 * <p>Stateless. Source: Virtual I/O Device 1.0, 5.1.6 "Device Operation"; Linux include/uapi/linux/virtio_net.h.
 */
public final class Offload {
    /** Nothing is left to be done. */
    public static final long NONE = 0;

    private static final int CHECKSUM = 1;

    private Offload() {}

    /**
     * {@return whether a checksum is to be completed}
     *
     * @param word of a packet
     */
    public static boolean needsChecksum(long word) {
        return (word & CHECKSUM) != 0;
    }

    /**
     * {@return whether it is to be cut}
     *
     * @param word of a packet
     */
    public static boolean isSegmented(long word) {
        return (word & 0xFF00) != 0;
    }

    /**
     * {@return bytes of payload of each part of a packet that is to be cut, the last of which may have less; 0 of others}
     *
     * @param word of a packet
     */
    public static int segmentBytes(long word) {
        return (int) (word >>> 16) & 0xFFFF;
    }

    /**
     * {@return where the checksummed bytes begin: at the header of TCP or UDP, counted from the MAC header}
     *
     * @param word of a packet with {@link #needsChecksum}
     */
    public static int checksumStart(long word) {
        return (int) (word >>> 32) & 0xFFFF;
    }

    /**
     * {@return where the checksum is, counted from the MAC header}
     *
     * @param word of a packet with {@link #needsChecksum}
     */
    public static int checksumAt(long word) {
        return checksumStart(word) + ((int) (word >>> 48) & 0xFF);
    }

    /**
     * {@return how many packets of the wire a packet is}
     *
     * @param word of the packet
     * @param payloadBytes bytes behind its last header
     */
    public static int packets(long word, int payloadBytes) {
        int each = segmentBytes(word);
        return isSegmented(word) && each > 0 && payloadBytes > each ? (payloadBytes + each - 1) / each : 1;
    }
}
