package dev.spine.peer.move;

import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Re-pointable view of one packet that may carry bytes of a disk, and the writer of such packets.
 *
 * <p>UDP over IPv4 without options. The payload begins with 16 bytes in network order: the magic number, flags 0, the count of bytes (16
 * bits), the position on the disk (64 bits). Allocates nothing; belongs to one agent.
 */
final class CopyPacket {
    /** Bytes before the data. */
    static final int HEADER_BYTES = 58;
    /** The most data of a packet: a multiple of 512 that fits into 1,500 bytes. */
    static final int MAX_DATA_BYTES = 1024;

    private static final ValueLayout.OfShort HALF = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int MAGIC = 0x5350_4B42;
    private static final int IPV4 = 0x0800;
    private static final int IP = 14;
    private static final int UDP = 34;
    private static final int PAYLOAD = 42;
    private static final int IPV4_NO_OPTIONS = 0x45;
    private static final int PROTOCOL_UDP = 17;
    private static final int FRAGMENT = 0x3FFF;

    private MemorySegment memory = MemorySegment.NULL;
    private long at;
    private int length;

    /** Whether the packet is an unfragmented UDP datagram to a port. */
    boolean isTo(Packet packet, int port) {
        memory = packet.memory();
        at = packet.offset();
        length = packet.length();
        return length >= PAYLOAD && half(12) == IPV4 && memory.get(ValueLayout.JAVA_BYTE, at + IP) == IPV4_NO_OPTIONS
            && memory.get(ValueLayout.JAVA_BYTE, at + IP + 9) == PROTOCOL_UDP && (half(IP + 6) & FRAGMENT) == 0 && half(UDP + 2) == port;
    }

    /** Bytes of data, or -1 when the packet is malformed. */
    int dataBytes() {
        if (length < HEADER_BYTES || memory.get(WORD, at + PAYLOAD) != MAGIC) {
            return -1;
        }
        int flagsAndBytes = memory.get(WORD, at + PAYLOAD + 4);
        boolean fits = flagsAndBytes > 0 && flagsAndBytes <= length - HEADER_BYTES
            && half(UDP + 4) >= flagsAndBytes + HEADER_BYTES - UDP;
        return fits ? flagsAndBytes : -1;
    }

    /** Where on the disk the data belongs. */
    long position() {
        return memory.get(LONG, at + PAYLOAD + 8);
    }

    private int half(int offset) {
        return memory.get(HALF, at + offset) & 0xFFFF;
    }

    /** Writes all headers but the position. */
    static void writeHeaders(MemorySegment frame, long receiver, long sender, int senderIp, int receiverIp, int port, int dataBytes) {
        UdpHeaders.write(frame, 0, receiver, sender, senderIp, port, receiverIp, port, 0, HEADER_BYTES - PAYLOAD + dataBytes);
        frame.set(WORD, PAYLOAD, MAGIC);
        frame.set(WORD, PAYLOAD + 4, dataBytes);
    }

    static void writePosition(MemorySegment memory, long frame, long position) {
        memory.set(LONG, frame + PAYLOAD + 8, position);
    }
}
