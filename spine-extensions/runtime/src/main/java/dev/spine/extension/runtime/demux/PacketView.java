package dev.spine.extension.runtime.demux;

import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.Ipv4Header;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * What filters see of one packet: its headers, found once, and the bits of each {@link Term}, read at most once. Pointed at each packet in
 * turn.
 */
final class PacketView {
    /** No protocol or port could be read. */
    static final int NONE = -2;
    /** The key of no packet: {@link #point} has to look at it. */
    static final long NOT_PLAIN = -1;

    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfChar UNSIGNED = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int MAC_HEADER = EtherType.HEADER_BYTES;
    /** The Ethernet type, and the version and length of a header without options. */
    private static final int PLAIN_IPV4 = EtherType.IPV4 << 8 | Ipv4Header.PLAIN;
    private static final int IPV6_HEADER = 40;
    private static final int FRAGMENT_HEADER = 44;
    private static final int ABSENT = -1;

    private MemorySegment memory = MemorySegment.NULL;
    private long base;
    private int length;
    private int etherType;
    private int protocol;
    private int sourcePort;
    private int destinationPort;
    private int ipAt;
    private int transportAt;
    private Term[] terms = {};
    private long[] values = {};
    private long[] readFor = {};
    private boolean[] present = {};
    /** Which packet this is, from 1 on. */
    private long number;

    /** Other terms from now on. */
    void terms(Term[] used) {
        terms = used;
        values = new long[used.length];
        readFor = new long[used.length];
        present = new boolean[used.length];
    }

    /**
     * {@return the {@link #key} of what most packets are, IPv4 without options that carries ports and is no fragment, and
     * {@link #NOT_PLAIN} of others}; nothing is written
     */
    static long plainKey(Packet packet) {
        if (packet.length() < MAC_HEADER + Ipv4Header.BYTES + 4) {
            return NOT_PLAIN;
        }
        MemorySegment bytes = packet.memory();
        long at = packet.offset();
        // Words, not bytes: each look into the packet has its price.
        int types = bytes.get(INT, at + EtherType.OFFSET);
        int fragmentAndProtocol = bytes.get(INT, at + MAC_HEADER + 6);
        int found = fragmentAndProtocol & 0xFF;
        if (types >>> 8 != PLAIN_IPV4 || (fragmentAndProtocol & 0x3FFF_0000) != 0 || found != Ipv4Header.UDP && found != Ipv4Header.TCP) {
            return NOT_PLAIN;
        }
        return (long) (EtherType.IPV4 << 16 | found) << 32 | bytes.get(UNSIGNED, at + MAC_HEADER + Ipv4Header.BYTES + 2);
    }

    /** {@return whether the packet has a MAC header; otherwise nothing else may be asked} */
    @SuppressWarnings("MemorySegmentReferenceEquality") // the question is whether the field has to be written
    boolean point(Packet packet) {
        length = packet.length();
        if (length < MAC_HEADER) {
            return false;
        }
        MemorySegment bytes = packet.memory();
        if (memory != bytes) {
            memory = bytes;
        }
        base = packet.offset();
        number++;
        readHeaders();
        return true;
    }

    private void readHeaders() {
        etherType = EtherType.of(memory, base);
        protocol = NONE;
        sourcePort = NONE;
        destinationPort = NONE;
        ipAt = ABSENT;
        transportAt = ABSENT;
        if (etherType == EtherType.IPV4) {
            readIpv4();
        } else if (etherType == EtherType.IPV6) {
            readIpv6();
        }
    }

    private void readIpv4() {
        int headerBytes = Ipv4Header.headerBytes(memory, base + MAC_HEADER, length - MAC_HEADER);
        if (headerBytes == 0) {
            return;
        }
        ipAt = MAC_HEADER;
        int fragmentAndProtocol = memory.get(INT, base + MAC_HEADER + 6);
        if ((fragmentAndProtocol & 0x3FFF_0000) == 0) {
            readTransport(fragmentAndProtocol & 0xFF, MAC_HEADER + headerBytes);
        }
    }

    private void readIpv6() {
        if (length < MAC_HEADER + IPV6_HEADER || (memory.get(ValueLayout.JAVA_BYTE, base + MAC_HEADER) & 0xF0) != 0x60) {
            return;
        }
        ipAt = MAC_HEADER;
        int next = memory.get(ValueLayout.JAVA_BYTE, base + MAC_HEADER + 6) & 0xFF;
        if (next != FRAGMENT_HEADER) {
            readTransport(next, MAC_HEADER + IPV6_HEADER);
        }
    }

    private void readTransport(int found, int at) {
        protocol = found;
        transportAt = at;
        if ((found == Ipv4Header.UDP || found == Ipv4Header.TCP) && length >= at + 4) {
            int ports = memory.get(INT, base + at);
            sourcePort = ports >>> 16;
            destinationPort = ports & 0xFFFF;
        }
    }

    /** {@return Ethernet type, protocol and destination port in one number, with a place of its own for what the packet does not have} */
    long key() {
        return ((long) etherType << 16 | protocol & 0xFFFF) << 32 | destinationPort & 0xFFFF_FFFFL;
    }

    int etherType() {
        return etherType;
    }

    int protocol() {
        return protocol;
    }

    int sourcePort() {
        return sourcePort;
    }

    int destinationPort() {
        return destinationPort;
    }

    /** {@return whether the packet has the bits of a term} */
    boolean has(int term) {
        if (readFor[term] != number) {
            read(term);
        }
        return present[term];
    }

    /** {@return the bits of a term that the packet has, the others 0} */
    long value(int term) {
        return values[term];
    }

    private void read(int index) {
        readFor[index] = number;
        Term term = terms[index];
        int from = switch (term.from()) {
            case MAC -> 0;
            case IP -> ipAt;
            case TRANSPORT -> transportAt;
        };
        if (from == ABSENT || from + term.offset() > length - term.bytes()) {
            present[index] = false;
            return;
        }
        long at = base + from + term.offset();
        present[index] = true;
        values[index] = term.mask() & switch (term.bytes()) {
            case 1 -> memory.get(ValueLayout.JAVA_BYTE, at) & 0xFFL;
            case 2 -> memory.get(SHORT, at) & 0xFFFFL;
            case 4 -> memory.get(INT, at) & 0xFFFF_FFFFL;
            default -> memory.get(LONG, at);
        };
    }
}
