package dev.spine.extension.runtime.demux;

import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.PacketFilter.Header;

/**
 * Bits of a packet that filters compare with a value: where they stand, not what they must be.
 *
 * @param from where the offset begins
 * @param offset first byte
 * @param bytes 1, 2, 4 or 8
 * @param mask which bits count
 */
record Term(Header from, int offset, int bytes, long mask) {
    private static final int IPV4_SOURCE = 12;
    private static final int IPV6_SOURCE = 8;
    /** A hardware address as the first six of eight bytes; the two behind it are in every MAC header. */
    private static final long MAC_MASK = -1L << 16;

    /** What the destination's hardware address must be, as the value of {@link #destinationMac}. */
    static long macValue(long address) {
        return address << 16;
    }

    static Term destinationMac() {
        return new Term(Header.MAC, 0, 8, MAC_MASK);
    }

    static Term sourceMac() {
        return new Term(Header.MAC, 6, 8, MAC_MASK);
    }

    /** The source port; a packet has its ports together or not at all. */
    static Term sourcePort() {
        return new Term(Header.TRANSPORT, 0, 4, 0xFFFF_0000L);
    }

    static long portValue(int port) {
        return (long) port << 16;
    }

    static Term of(PacketFilter.Comparison comparison) {
        return new Term(comparison.from(), comparison.offset(), comparison.bytes(), comparison.mask() & 0xFFFF_FFFFL);
    }

    /** The first four bytes of an IPv4 address, or the first eight of an IPv6 address. */
    static Term high(PacketFilter.Network network, Side side) {
        return network.version() == 4
            ? new Term(Header.IP, IPV4_SOURCE + 4 * side.ordinal(), 4, network.highMask() >>> Integer.SIZE)
            : new Term(Header.IP, IPV6_SOURCE + 16 * side.ordinal(), 8, network.highMask());
    }

    static Term low(PacketFilter.Network network, Side side) {
        return new Term(Header.IP, IPV6_SOURCE + 16 * side.ordinal() + 8, 8, network.lowMask());
    }

    static long highValue(PacketFilter.Network network) {
        return network.version() == 4 ? network.high() >>> Integer.SIZE : network.high();
    }

    /** Whose address. */
    enum Side {
        /** The sender's. */
        SOURCE,
        /** The receiver's. */
        DESTINATION
    }
}
