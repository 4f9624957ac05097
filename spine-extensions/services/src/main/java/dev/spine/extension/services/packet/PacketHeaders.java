package dev.spine.extension.services.packet;

import dev.spine.extension.api.Buffer;

/**
 * The headers of one Ethernet packet, found in one pass. Pointed at each packet in turn; what was found stays until the next one.
 *
 * <p>A packet that is not what it seems (an IPv4 header that is cut or says a wrong version, lengths that leave the frame) is no IP packet
 * here: {@link #version} is 0. Behind a VLAN tag nothing is looked at. Extension headers of IPv6 are walked, at most eight (RFC 8200 4.1
 * names seven kinds, each at most once or twice); of a fragment only the first one has ports. Belongs to the card's agent thread.
 */
public final class PacketHeaders {
    /** Bytes of a MAC header without a tag. */
    public static final int MAC_BYTES = 14;
    /** The EtherType of IPv4. */
    public static final int ETHERTYPE_IPV4 = 0x0800;
    /** The EtherType of ARP. */
    public static final int ETHERTYPE_ARP = 0x0806;
    /** The EtherType of IPv6. */
    public static final int ETHERTYPE_IPV6 = 0x86DD;
    /** Protocol number of ICMP. */
    public static final int ICMP = 1;
    /** Protocol number of TCP. */
    public static final int TCP = 6;
    /** Protocol number of UDP. */
    public static final int UDP = 17;
    /** Protocol number of ICMPv6. */
    public static final int ICMP6 = 58;
    /** TCP flags: the sender asks for a connection. */
    public static final int TCP_SYN = 0x02;
    /** TCP flags: the acknowledgement number means something. */
    public static final int TCP_ACK = 0x10;

    private static final int IPV4_BYTES = 20;
    private static final int IPV6_BYTES = 40;
    private static final int MAX_EXTENSION_HEADERS = 8;
    private static final int HOP_BY_HOP = 0;
    private static final int ROUTING = 43;
    private static final int FRAGMENT = 44;
    private static final int AUTHENTICATION = 51;
    private static final int DESTINATION_OPTIONS = 60;
    private static final int MOBILITY = 135;

    private int etherType;
    private int version;
    private int ipAt;
    private int ipEnd;
    private int trafficClass;
    private int hopLimit;
    private int protocol;
    private int transportAt;
    private int fragmentOffset;
    private boolean moreFragments;
    private long sourceHigh;
    private long sourceLow;
    private long destinationHigh;
    private long destinationLow;
    private int ports;
    private boolean hasPorts;

    /** Made once, for all packets. */
    public PacketHeaders() {}

    /**
     * Points this at a packet.
     *
     * @param packet holds it
     * @param offset where its MAC header begins
     * @param bytes of the packet from there on; the buffer has them
     * @return whether it is an IP packet; if not, only {@link #etherType} means something
     */
    public boolean parse(Buffer packet, int offset, int bytes) {
        version = 0;
        hasPorts = false;
        fragmentOffset = 0;
        moreFragments = false;
        if (bytes < MAC_BYTES) {
            etherType = 0;
            return false;
        }
        etherType = packet.u16(offset + 12);
        ipAt = offset + MAC_BYTES;
        int end = offset + bytes;
        if (etherType == ETHERTYPE_IPV4) {
            return parseIpv4(packet, end);
        }
        return etherType == ETHERTYPE_IPV6 && parseIpv6(packet, end);
    }

    private boolean parseIpv4(Buffer packet, int end) {
        if (ipAt + IPV4_BYTES > end) {
            return false;
        }
        int first = packet.i32(ipAt);
        int headerBytes = (first >>> 24 & 0xF) * 4;
        int total = first & 0xFFFF;
        if (first >>> 28 != 4 || headerBytes < IPV4_BYTES || total < headerBytes || ipAt + total > end) {
            return false;
        }
        version = 4;
        ipEnd = ipAt + total;
        trafficClass = first >>> 16 & 0xFF;
        int fragment = packet.u16(ipAt + 6);
        fragmentOffset = (fragment & 0x1FFF) * 8;
        moreFragments = (fragment & 0x2000) != 0;
        int third = packet.i32(ipAt + 8);
        hopLimit = third >>> 24;
        protocol = third >>> 16 & 0xFF;
        sourceHigh = 0;
        sourceLow = packet.i32(ipAt + 12) & 0xFFFF_FFFFL;
        destinationHigh = 0;
        destinationLow = packet.i32(ipAt + 16) & 0xFFFF_FFFFL;
        transportAt = ipAt + headerBytes;
        findPorts(packet);
        return true;
    }

    private boolean parseIpv6(Buffer packet, int end) {
        if (ipAt + IPV6_BYTES > end) {
            return false;
        }
        int first = packet.i32(ipAt);
        int second = packet.i32(ipAt + 4);
        int payload = second >>> 16;
        if (first >>> 28 != 6 || ipAt + IPV6_BYTES + payload > end) {
            return false;
        }
        version = 6;
        ipEnd = ipAt + IPV6_BYTES + payload;
        trafficClass = first >>> 20 & 0xFF;
        hopLimit = second & 0xFF;
        sourceHigh = packet.i64(ipAt + 8);
        sourceLow = packet.i64(ipAt + 16);
        destinationHigh = packet.i64(ipAt + 24);
        destinationLow = packet.i64(ipAt + 32);
        walkExtensionHeaders(packet, second >>> 8 & 0xFF);
        findPorts(packet);
        return true;
    }

    /** Leaves the protocol behind the extension headers, and where it begins; of a chain that is cut or too long, the header it ends at. */
    private void walkExtensionHeaders(Buffer packet, int firstHeader) {
        int at = ipAt + IPV6_BYTES;
        int next = firstHeader;
        for (int i = 0; i < MAX_EXTENSION_HEADERS && isExtension(next) && at + 8 <= ipEnd; i++) {
            int word = packet.i32(at);
            int bytes = 8 + (word >>> 16 & 0xFF) * 8;
            if (next == FRAGMENT) {
                bytes = 8;
                fragmentOffset = word & 0xFFF8;
                moreFragments = (word & 1) != 0;
            } else if (next == AUTHENTICATION) {
                bytes = 8 + (word >>> 16 & 0xFF) * 4;
            }
            if (at + bytes > ipEnd) {
                break;
            }
            boolean later = next == FRAGMENT && fragmentOffset != 0;
            next = word >>> 24;
            at += bytes;
            if (later) {
                break;
            }
        }
        protocol = next;
        transportAt = at;
    }

    private static boolean isExtension(int header) {
        return header == HOP_BY_HOP || header == ROUTING || header == FRAGMENT || header == DESTINATION_OPTIONS || header == AUTHENTICATION
            || header == MOBILITY;
    }

    private void findPorts(Buffer packet) {
        if ((protocol == TCP || protocol == UDP) && fragmentOffset == 0 && transportAt + 4 <= ipEnd) {
            ports = packet.i32(transportAt);
            hasPorts = true;
        } else {
            ports = 0;
        }
    }

    /** {@return what the MAC header says is behind it; 0 when the frame has none} */
    public int etherType() {
        return etherType;
    }

    /** {@return 4 or 6; 0 when the packet is no IP packet} */
    public int version() {
        return version;
    }

    /** {@return where the IP header begins in the buffer} */
    public int ipAt() {
        return ipAt;
    }

    /** {@return where the IP packet ends in the buffer: what is behind it is padding} */
    public int ipEnd() {
        return ipEnd;
    }

    /** {@return the bytes of the IP packet with its header} */
    public int ipBytes() {
        return ipEnd - ipAt;
    }

    /** {@return the type of service or traffic class, 0 to 255; the DSCP is its high 6 bits} */
    public int trafficClass() {
        return trafficClass;
    }

    /** {@return the time to live or hop limit, 0 to 255} */
    public int hopLimit() {
        return hopLimit;
    }

    /** {@return the number of the protocol above IP, behind extension headers; 0 to 255} */
    public int protocol() {
        return protocol;
    }

    /** {@return where the header above IP begins in the buffer, or the data of a later fragment; may be the end of the packet} */
    public int transportAt() {
        return transportAt;
    }

    /** {@return where this fragment's data belong in the whole, in bytes; 0 for the first fragment and for a whole packet} */
    public int fragmentOffset() {
        return fragmentOffset;
    }

    /** {@return whether fragments come after this one} */
    public boolean moreFragments() {
        return moreFragments;
    }

    /** {@return whether this is a part of a packet} */
    public boolean isFragment() {
        return moreFragments || fragmentOffset != 0;
    }

    /** {@return the source address: the high 64 bits of IPv6, 0 of IPv4} */
    public long sourceHigh() {
        return sourceHigh;
    }

    /** {@return the source address: the low 64 bits of IPv6, the 32 bits of IPv4} */
    public long sourceLow() {
        return sourceLow;
    }

    /** {@return the destination address: the high 64 bits of IPv6, 0 of IPv4} */
    public long destinationHigh() {
        return destinationHigh;
    }

    /** {@return the destination address: the low 64 bits of IPv6, the 32 bits of IPv4} */
    public long destinationLow() {
        return destinationLow;
    }

    /** {@return whether there are ports: TCP or UDP, not a later fragment, not cut} */
    public boolean hasPorts() {
        return hasPorts;
    }

    /** {@return the source port; 0 when there are none} */
    public int sourcePort() {
        return ports >>> 16;
    }

    /** {@return the destination port; 0 when there are none} */
    public int destinationPort() {
        return ports & 0xFFFF;
    }

    /**
     * {@return the flags of the TCP header; 0 when it is none, or cut}
     *
     * @param packet the packet that this was pointed at
     */
    public int tcpFlags(Buffer packet) {
        return protocol == TCP && hasPorts && transportAt + 14 <= ipEnd ? packet.u8(transportAt + 13) : 0;
    }
}
