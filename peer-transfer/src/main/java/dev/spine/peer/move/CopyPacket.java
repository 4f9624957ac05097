package dev.spine.peer.move;

import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.Ipv4Header;
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

    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int MAGIC = 0x5350_4B42;
    private static final int UDP = UdpHeaders.IP + Ipv4Header.BYTES;
    private static final int PAYLOAD = UdpHeaders.BYTES;

    private MemorySegment memory = MemorySegment.NULL;
    private long at;
    private int length;

    /** Whether the packet is an unfragmented UDP datagram to a port. */
    boolean isTo(Packet packet, int port) {
        memory = packet.memory();
        at = packet.offset();
        length = packet.length();
        return length >= PAYLOAD && UdpHeaders.udpOffset(memory, at, length) == UDP && !Ipv4Header.isFragment(memory, at + UdpHeaders.IP)
            && UdpHeaders.destinationPort(memory, at + PAYLOAD) == port;
    }

    /** Bytes of data, or -1 when the packet is malformed. */
    int dataBytes() {
        if (length < HEADER_BYTES || memory.get(WORD, at + PAYLOAD) != MAGIC) {
            return -1;
        }
        int flagsAndBytes = memory.get(WORD, at + PAYLOAD + 4);
        boolean fits = flagsAndBytes > 0 && flagsAndBytes <= length - HEADER_BYTES
            && UdpHeaders.payloadBytes(memory, at + PAYLOAD) >= flagsAndBytes + HEADER_BYTES - PAYLOAD;
        return fits ? flagsAndBytes : -1;
    }

    /** Where on the disk the data belongs. */
    long position() {
        return memory.get(LONG, at + PAYLOAD + 8);
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
