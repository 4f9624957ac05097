package dev.spine.extension.api;

/**
 * Which packets of the wire a handler wants. A packet goes to the first handler whose filter matches, in order of installation.
 *
 * @param etherType the EtherType, 0 to 0xFFFF, or {@link #ANY}
 * @param ipProtocol the protocol of an IPv4 header, 0 to 255, or {@link #ANY}; only unfragmented packets match
 * @param destinationPort the destination port of UDP or TCP, 0 to 65535, or {@link #ANY}
 */
public record PacketFilter(int etherType, int ipProtocol, int destinationPort) {
    /** Matches every value. */
    public static final int ANY = -1;

    private static final int IPV4 = 0x0800;
    private static final int UDP = 17;

    /** Checks the ranges. */
    public PacketFilter {
        if (etherType < ANY || etherType > 0xFFFF || ipProtocol < ANY || ipProtocol > 0xFF || destinationPort < ANY
            || destinationPort > 0xFFFF) {
            throw new IllegalArgumentException("a packet filter takes an EtherType of 16 bits, a protocol of 8 and a port of 16, or ANY");
        }
        if (ipProtocol != ANY && etherType != IPV4 || destinationPort != ANY && ipProtocol == ANY) {
            throw new IllegalArgumentException("a port needs a protocol, and a protocol needs the EtherType of IPv4");
        }
    }

    /**
     * UDP over IPv4 to a port.
     *
     * @param port 0 to 65535
     * @return the filter
     */
    public static PacketFilter udp(int port) {
        return new PacketFilter(IPV4, UDP, port);
    }

    /**
     * Everything with an EtherType.
     *
     * @param etherType 0 to 0xFFFF
     * @return the filter
     */
    public static PacketFilter etherType(int etherType) {
        return new PacketFilter(etherType, ANY, ANY);
    }
}
