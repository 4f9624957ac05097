package dev.spine.extension.api;

import java.util.ArrayList;
import java.util.List;

/**
 * Which packets of the wire a handler wants: all conditions of the filter hold. Immutable; begin with a factory, add conditions.
 *
 * <pre>{@code
 * PacketFilter.udp(7000).withSource(0x0A000000, 8)                                  // UDP to port 7000 from 10.0.0.0/8
 * PacketFilter.etherType(0x88B5).withBytes(PacketFilter.Header.MAC, 14, 2, 0xFFFF, 42)
 * }</pre>
 *
 * <p>What of a packet is looked at, whatever it contains: a frame shorter than a MAC header matches nothing. VLAN tags are not skipped: a
 * tagged frame has the Ethernet type of its tag (0x8100) and neither IP nor transport header, so that nobody gets the packets of another
 * VLAN by accident; compare bytes from the MAC header on for those. An IP header is one whose version and length are right and which lies
 * in the frame; options are skipped. A fragment has an IP header, but no protocol, no ports and no transport header; nor has an IPv6 packet
 * ports behind extension headers, which are not followed: its protocol is the number of the first of them. Ports are those of TCP and UDP.
 * A comparison whose bytes leave the frame does not hold. Lengths and checksums that the packet states are not looked at.
 *
 * @param etherType the Ethernet type, 0 to 0xFFFF, or {@link #ANY}
 * @param ipProtocol the protocol of an IP header, 0 to 255, or {@link #ANY}; only unfragmented packets match
 * @param sourcePorts the source ports of UDP or TCP
 * @param destinationPorts the destination ports of UDP or TCP
 * @param sourceMac the hardware address that sent it, low 48 bits, or {@link #ANY}
 * @param destinationMac the hardware address that it goes to, low 48 bits, or {@link #ANY}
 * @param source the IP addresses that it may come from
 * @param destination the IP addresses that it may go to
 * @param comparisons further bytes, at most {@link #MAX_COMPARISONS}
 */
public record PacketFilter(int etherType, int ipProtocol, Ports sourcePorts, Ports destinationPorts, long sourceMac, long destinationMac,
    Network source, Network destination, List<Comparison> comparisons) {
    /** Matches every value. */
    public static final int ANY = -1;
    /** The most comparisons of one filter: each is a look into the packet. */
    public static final int MAX_COMPARISONS = 8;
    /** The farthest byte from the begin of its header that a comparison may look at. */
    public static final int MAX_OFFSET = 1535;

    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;
    private static final int UDP = 17;
    private static final int TCP = 6;
    private static final int MAX_PORT = 0xFFFF;
    private static final long MAX_MAC = 0xFFFF_FFFF_FFFFL;

    /** Where the offset of a comparison begins. */
    public enum Header {
        /** The first byte of the frame. */
        MAC,
        /** The first byte of the IP header; packets without one do not match. */
        IP,
        /** The first byte behind the IP header of an unfragmented packet; others do not match. */
        TRANSPORT
    }

    /**
     * Ports from one to another.
     *
     * @param first 0 to 65535, or ANY
     * @param last first to 65535, or ANY
     */
    public record Ports(int first, int last) {
        /** All, and packets without ports. */
        public static final Ports ALL = new Ports(ANY, ANY);

        /** Checks the range. */
        public Ports {
            if ((first != ANY || last != ANY) && (first < 0 || last < first || last > MAX_PORT)) {
                throw new IllegalArgumentException("ports " + first + " to " + last + " are none: they are 0 to 65535, the lower one"
                    + " first");
            }
        }

        /** {@return whether every packet matches} */
        public boolean isAll() {
            return first == ANY;
        }
    }

    /**
     * The IP addresses that begin with the same bits.
     *
     * @param version 4, 6, or 0 for all, also of packets without addresses
     * @param high the first 64 bits of an IPv6 address; of an IPv4 address the 32 bits, highest
     * @param low the last 64 bits of an IPv6 address
     * @param bits how many of the first bits count
     */
    public record Network(int version, long high, long low, int bits) {
        /** All addresses, and packets without. */
        public static final Network ALL = new Network(0, 0, 0, 0);

        /** Checks the bits. */
        public Network {
            int most = version == 4 ? 32 : version == 6 ? 128 : 0;
            if (bits < 0 || bits > most || version != 0 && version != 4 && version != 6) {
                throw new IllegalArgumentException("an IPv4 address has 32 bits and an IPv6 address 128: " + bits + " cannot count");
            }
            high &= highMask(bits);
            low &= highMask(bits - 64);
        }

        /** {@return whether every packet matches} */
        public boolean isAll() {
            return version == 0;
        }

        /** {@return the mask of the first 64 bits} */
        public long highMask() {
            return highMask(bits);
        }

        /** {@return the mask of the last 64 bits} */
        public long lowMask() {
            return highMask(bits - 64);
        }

        private static long highMask(int bits) {
            return bits <= 0 ? 0 : bits >= Long.SIZE ? -1L : -1L << Long.SIZE - bits;
        }
    }

    /**
     * Bytes of the packet that must have a value.
     *
     * @param from where the offset begins
     * @param offset 0 to {@link #MAX_OFFSET}
     * @param bytes how many, 1, 2 or 4, in network order
     * @param mask which bits count
     * @param value what they must be; no bit outside the mask
     */
    public record Comparison(Header from, int offset, int bytes, int mask, int value) {
        /** Checks that it can hold. */
        public Comparison {
            if (offset < 0 || offset > MAX_OFFSET || bytes != 1 && bytes != 2 && bytes != 4) {
                throw new IllegalArgumentException("a comparison looks at 1, 2 or 4 bytes at an offset of 0 to " + MAX_OFFSET);
            }
            int all = bytes == 4 ? -1 : (1 << Byte.SIZE * bytes) - 1;
            if ((mask & ~all) != 0 || (value & ~mask) != 0) {
                throw new IllegalArgumentException("the mask or the value has bits that " + bytes + " bytes, or the mask, have not: the"
                    + " comparison could never hold");
            }
        }
    }

    /** Checks the ranges, and that no condition lacks the one that it builds on. */
    public PacketFilter {
        comparisons = List.copyOf(comparisons);
        if (etherType < ANY || etherType > 0xFFFF || ipProtocol < ANY || ipProtocol > 0xFF || sourceMac < ANY || sourceMac > MAX_MAC
            || destinationMac < ANY || destinationMac > MAX_MAC) {
            throw new IllegalArgumentException("a packet filter takes an EtherType of 16 bits, a protocol of 8, a port of 16 and hardware"
                + " addresses of 48, or ANY");
        }
        if (ipProtocol != ANY && etherType != IPV4 && etherType != IPV6
            || !(sourcePorts.isAll() && destinationPorts.isAll()) && ipProtocol != UDP && ipProtocol != TCP) {
            throw new IllegalArgumentException("a port needs the protocol UDP or TCP, and a protocol needs the EtherType of IPv4 or IPv6");
        }
        if (isOfOtherVersion(source, etherType) || isOfOtherVersion(destination, etherType)) {
            throw new IllegalArgumentException("IP addresses need the EtherType of their version: begin with ipv4(), ipv6(), udp or tcp");
        }
        if (comparisons.size() > MAX_COMPARISONS) {
            throw new IllegalArgumentException("a packet filter has at most " + MAX_COMPARISONS + " comparisons");
        }
    }

    /**
     * A filter by Ethernet type, protocol of IPv4 and destination port.
     *
     * @param etherType 0 to 0xFFFF, or {@link #ANY}
     * @param ipProtocol 0 to 255, or {@link #ANY}
     * @param destinationPort 0 to 65535, or {@link #ANY}
     */
    public PacketFilter(int etherType, int ipProtocol, int destinationPort) {
        this(etherType, ipProtocol, Ports.ALL, new Ports(destinationPort, destinationPort), ANY, ANY, Network.ALL, Network.ALL, List.of());
    }

    private static boolean isOfOtherVersion(Network network, int etherType) {
        return !network.isAll() && etherType != (network.version() == 4 ? IPV4 : IPV6);
    }

    /** {@return the one destination port, or {@link #ANY} when there are several} */
    public int destinationPort() {
        return destinationPorts.first() == destinationPorts.last() ? destinationPorts.first() : ANY;
    }

    // --- where a filter begins

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
     * TCP over IPv4 to a port.
     *
     * @param port 0 to 65535
     * @return the filter
     */
    public static PacketFilter tcp(int port) {
        return new PacketFilter(IPV4, TCP, port);
    }

    /**
     * Everything with an Ethernet type.
     *
     * @param etherType 0 to 0xFFFF
     * @return the filter
     */
    public static PacketFilter etherType(int etherType) {
        return new PacketFilter(etherType, ANY, ANY);
    }

    /** {@return a filter for all IPv4 packets} */
    public static PacketFilter ipv4() {
        return etherType(IPV4);
    }

    /** {@return a filter for all IPv6 packets} */
    public static PacketFilter ipv6() {
        return etherType(IPV6);
    }

    /** {@return a filter for every frame that has a MAC header} */
    public static PacketFilter everything() {
        return etherType(ANY);
    }

    // --- what is added

    /**
     * {@return this filter, for one protocol of IP}
     *
     * @param protocol 0 to 255
     */
    public PacketFilter withProtocol(int protocol) {
        return new PacketFilter(etherType, protocol, sourcePorts, destinationPorts, sourceMac, destinationMac, source, destination,
            comparisons);
    }

    /**
     * {@return this filter, for some source ports}
     *
     * @param first 0 to 65535
     * @param last first to 65535
     */
    public PacketFilter withSourcePorts(int first, int last) {
        return new PacketFilter(etherType, ipProtocol, new Ports(first, last), destinationPorts, sourceMac, destinationMac, source,
            destination, comparisons);
    }

    /**
     * {@return this filter, for some destination ports}
     *
     * @param first 0 to 65535
     * @param last first to 65535
     */
    public PacketFilter withDestinationPorts(int first, int last) {
        return new PacketFilter(etherType, ipProtocol, sourcePorts, new Ports(first, last), sourceMac, destinationMac, source,
            destination, comparisons);
    }

    /**
     * {@return this filter, for one sender's hardware address}
     *
     * @param address low 48 bits, first byte highest
     */
    public PacketFilter withSourceMac(long address) {
        return new PacketFilter(etherType, ipProtocol, sourcePorts, destinationPorts, address, destinationMac, source, destination,
            comparisons);
    }

    /**
     * {@return this filter, for one receiver's hardware address}
     *
     * @param address low 48 bits, first byte highest
     */
    public PacketFilter withDestinationMac(long address) {
        return new PacketFilter(etherType, ipProtocol, sourcePorts, destinationPorts, sourceMac, address, source, destination,
            comparisons);
    }

    /**
     * {@return this filter, for senders of a network of IPv4}
     *
     * @param address its address, first byte highest
     * @param bits how many of its first bits count, 0 to 32
     */
    public PacketFilter withSource(int address, int bits) {
        return withNetworks(new Network(4, (long) address << Integer.SIZE, 0, bits), destination);
    }

    /**
     * {@return this filter, for senders of a network of IPv6}
     *
     * @param high its first 64 bits
     * @param low its last 64 bits
     * @param bits how many of its first bits count, 0 to 128
     */
    public PacketFilter withSource(long high, long low, int bits) {
        return withNetworks(new Network(6, high, low, bits), destination);
    }

    /**
     * {@return this filter, for receivers of a network of IPv4}
     *
     * @param address its address, first byte highest
     * @param bits how many of its first bits count, 0 to 32
     */
    public PacketFilter withDestination(int address, int bits) {
        return withNetworks(source, new Network(4, (long) address << Integer.SIZE, 0, bits));
    }

    /**
     * {@return this filter, for receivers of a network of IPv6}
     *
     * @param high its first 64 bits
     * @param low its last 64 bits
     * @param bits how many of its first bits count, 0 to 128
     */
    public PacketFilter withDestination(long high, long low, int bits) {
        return withNetworks(source, new Network(6, high, low, bits));
    }

    private PacketFilter withNetworks(Network from, Network to) {
        return new PacketFilter(etherType, ipProtocol, sourcePorts, destinationPorts, sourceMac, destinationMac, from, to, comparisons);
    }

    /**
     * {@return this filter, with one comparison more}
     *
     * @param from where the offset begins
     * @param offset 0 to {@link #MAX_OFFSET}
     * @param bytes how many, 1, 2 or 4, in network order
     * @param mask which bits count
     * @param value what they must be; no bit outside the mask
     */
    public PacketFilter withBytes(Header from, int offset, int bytes, int mask, int value) {
        List<Comparison> more = new ArrayList<>(comparisons);
        more.add(new Comparison(from, offset, bytes, mask, value));
        return new PacketFilter(etherType, ipProtocol, sourcePorts, destinationPorts, sourceMac, destinationMac, source, destination, more);
    }
}
