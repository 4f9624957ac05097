package dev.spine.device.nic;

import dev.spine.iop.packet.Offload;
import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.InternetChecksum;
import dev.spine.iop.packet.wire.Ipv4Header;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Does what is left to be done with a packet: completes its checksum, or cuts it into complete packets, one after the other.
 *
 * <p>{@link #begin} holds the word against the packet, both of which may be anybody's; then {@link #next} writes each packet. The packet
 * must not change before {@link #isBusy} is false. Whatever the word says, a packet becomes at most {@link #MAX_PARTS}. Made once; belongs
 * to the card's agent; allocates nothing.
 *
 * <p>Source: RFC 791, 1071, 768, 9293 (TCP), 8200, 3168 (the mark CWR goes with the first part alone).
 */
final class PacketCutter {
    /**
     * The most packets that one becomes: 64 KiB in parts of 32 bytes. Linux sends no segments of TCP below 36 bytes unless their headers
     * are longer than usual (the least segment size, 48, less the time stamps), nor more than 128 parts of UDP.
     */
    static final int MAX_PARTS = 2_048;

    private static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfByte U8 = ValueLayout.JAVA_BYTE;
    private static final int IPV6_HEADER = 40;
    private static final int TCP_HEADER = 20;
    private static final int TCP_CHECKSUM = 16;
    private static final int UDP_CHECKSUM = 6;
    private static final int FIN_PSH = 0x09;
    private static final int CWR = 0x80;
    private static final int TCP_FLAGS = 13;

    private MemorySegment memory = MemorySegment.NULL;
    private long start;
    private int length;
    private int done;
    private int parts;
    private int ip;
    private boolean version4;
    private int transport;
    private int headers;
    private int segmentBytes;
    private boolean stream;
    private int checksumAt;
    private boolean busy;

    /** Whether packets are left. */
    boolean isBusy() {
        return busy;
    }

    /** Forgets what is left. */
    void drop() {
        busy = false;
        memory = MemorySegment.NULL;
    }

    /**
     * Begins with a packet; nothing is left of the one before.
     *
     * @return false when the word does not fit the packet: nothing can be made of it
     */
    boolean begin(MemorySegment from, long offset, int bytes, long word) {
        memory = from;
        start = offset;
        length = bytes;
        done = 0;
        parts = 0;
        transport = Offload.checksumStart(word);
        checksumAt = transport + Offload.checksumOffset(word);
        segmentBytes = 0;
        busy = Offload.needsChecksum(word) && transport >= EtherType.HEADER_BYTES && checksumAt <= bytes - 2
            && (Offload.kind(word) == 0 || findHeaders(word));
        return busy;
    }

    private int u8(int at) {
        return memory.get(U8, start + at) & 0xFF;
    }

    private int u16(int at) {
        return memory.get(U16, start + at) & 0xFFFF;
    }

    /** Finds what is to be cut; false when the packet is not what the word says. */
    private boolean findHeaders(long word) {
        int type = EtherType.of(memory, start);
        ip = EtherType.HEADER_BYTES;
        while ((type == EtherType.VLAN || type == EtherType.SERVICE_VLAN) && ip + 4 <= transport) {
            type = u16(ip + 2);
            ip += 4;
        }
        version4 = type == EtherType.IPV4;
        int kind = Offload.kind(word) & ~Offload.ECN;
        stream = kind != Offload.UDP;
        boolean known = kind == Offload.UDP ? version4 || type == EtherType.IPV6 : version4 ? kind == Offload.TCP_V4
            : type == EtherType.IPV6 && kind == Offload.TCP_V6;
        if (!known || transport < ip + (version4 ? Ipv4Header.BYTES : IPV6_HEADER)
            || checksumAt != transport + (stream ? TCP_CHECKSUM : UDP_CHECKSUM)
            || version4 && ip + (u8(ip) & 0x0F) * 4 != transport
            || bytesBeyond(transport) < (stream ? TCP_HEADER : UdpHeaders.UDP_BYTES)) {
            return false;
        }
        int header = stream ? (u8(transport + 12) >>> 4) * 4 : UdpHeaders.UDP_BYTES;
        headers = transport + header;
        segmentBytes = Offload.segmentBytes(word);
        return segmentBytes > 0 && header >= (stream ? TCP_HEADER : UdpHeaders.UDP_BYTES) && bytesBeyond(headers) > 0
            && bytesBeyond(headers) <= (long) MAX_PARTS * segmentBytes;
    }

    private int bytesBeyond(int at) {
        return length - at;
    }

    /** The bytes of the next packet that {@link #next} writes. */
    int nextBytes() {
        return segmentBytes == 0 ? length : headers + Math.min(segmentBytes, length - headers - done);
    }

    /**
     * Writes the next packet.
     *
     * @param into room for {@link #nextBytes}
     * @return its bytes
     */
    int next(MemorySegment into, long at) {
        int bytes = nextBytes();
        if (segmentBytes == 0) {
            MemorySegment.copy(memory, start, into, at, bytes);
            complete(into, at, InternetChecksum.sum(into, at + transport, bytes - transport));
            drop();
            return bytes;
        }
        int payload = bytes - headers;
        MemorySegment.copy(memory, start, into, at, headers);
        MemorySegment.copy(memory, start + headers + done, into, at + headers, payload);
        boolean last = headers + done + payload == length;
        int transportBytes = bytes - transport;
        if (version4) {
            into.set(U16, at + ip + Ipv4Header.TOTAL_BYTES, (short) (bytes - ip));
            into.set(U16, at + ip + Ipv4Header.IDENTIFICATION, (short) (u16(ip + Ipv4Header.IDENTIFICATION) + parts));
            into.set(U16, at + ip + 10, (short) 0);
            into.set(U16, at + ip + 10, (short) InternetChecksum.of(into, at + ip, transport - ip));
        } else {
            into.set(U16, at + ip + 4, (short) (bytes - ip - IPV6_HEADER));
        }
        if (stream) {
            into.set(U32, at + transport + 4, memory.get(U32, start + transport + 4) + done);
            int flags = u8(transport + TCP_FLAGS) & (last ? -1 : ~FIN_PSH) & (parts == 0 ? -1 : ~CWR);
            into.set(U8, at + transport + TCP_FLAGS, (byte) flags);
        } else {
            into.set(U16, at + transport + 4, (short) transportBytes);
        }
        into.set(U16, at + checksumAt, (short) 0);
        long pseudo = InternetChecksum.sum(into, at + ip + (version4 ? Ipv4Header.SOURCE : 8), version4 ? 8 : 32)
            + (stream ? Ipv4Header.TCP : Ipv4Header.UDP) + transportBytes;
        complete(into, at, pseudo + InternetChecksum.sum(into, at + transport, transportBytes));
        done += payload;
        parts++;
        if (last) {
            drop();
        }
        return bytes;
    }

    /** Puts the checksum in; one of 0 is written as its other form, which every protocol takes and UDP needs. */
    private void complete(MemorySegment into, long at, long sum) {
        int checksum = ~InternetChecksum.fold(sum) & 0xFFFF;
        into.set(U16, at + checksumAt, (short) (checksum == 0 && checksumAt - transport == UDP_CHECKSUM ? 0xFFFF : checksum));
    }
}
