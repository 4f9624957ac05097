package dev.spine.extension.store;

import dev.spine.extension.api.Buffer;

/**
 * A packet that carries bytes of a disk: UDP over IPv4 without options, whose payload begins with 16 bytes in network order: the magic
 * number 0x53504B42, flags 0, the count of bytes (16 bits), the position on the disk (64 bits).
 */
public final class BlockPacket {
    /** The first word of the payload. */
    public static final int MAGIC = 0x5350_4B42;
    /** Bytes before the data: MAC header 14, IPv4 20, UDP 8, own 16. */
    public static final int HEADER_BYTES = 58;
    /** The most data of a packet: a multiple of 512 that fits into 1,500 bytes. */
    public static final int MAX_DATA_BYTES = 1024;

    private static final int IP = 14;
    private static final int UDP = 34;
    private static final int PAYLOAD = 42;
    private static final int IPV4_NO_OPTIONS = 0x45;
    private static final int TIME_TO_LIVE = 64;
    private static final int PROTOCOL_UDP = 17;

    private BlockPacket() {}

    /**
     * {@return how many bytes of data a packet carries, or -1 when it is malformed}
     *
     * @param packet from its MAC header on; the demultiplexer has found IPv4 without fragments, UDP
     */
    static int dataBytes(Buffer packet) {
        if (packet.length() < HEADER_BYTES || packet.u8(IP) != IPV4_NO_OPTIONS || packet.i32(PAYLOAD) != MAGIC) {
            return -1;
        }
        int flagsAndBytes = packet.i32(PAYLOAD + 4);
        boolean fits = flagsAndBytes > 0 && flagsAndBytes <= packet.length() - HEADER_BYTES
            && packet.u16(UDP + 4) >= flagsAndBytes + HEADER_BYTES - UDP;
        return fits ? flagsAndBytes : -1;
    }

    /**
     * {@return where on the disk the data belongs}
     *
     * @param packet a packet that {@link #dataBytes} has accepted
     */
    static long position(Buffer packet) {
        return packet.i64(PAYLOAD + 8);
    }

    /** Writes all headers but the position; the data follows at {@link #HEADER_BYTES}. */
    static void writeHeaders(Buffer frame, int at, long receiver, long sender, int senderIp, int receiverIp, int port, int dataBytes) {
        frame.put16(at, (int) (receiver >>> 32));
        frame.put32(at + 2, (int) receiver);
        frame.put16(at + 6, (int) (sender >>> 32));
        frame.put32(at + 8, (int) sender);
        frame.put16(at + 12, 0x0800);
        int ip = at + IP;
        frame.put16(ip, IPV4_NO_OPTIONS << 8);
        frame.put16(ip + 2, HEADER_BYTES - IP + dataBytes);
        frame.put32(ip + 4, 0);
        frame.put16(ip + 8, TIME_TO_LIVE << 8 | PROTOCOL_UDP);
        frame.put16(ip + 10, 0);
        frame.put32(ip + 12, senderIp);
        frame.put32(ip + 16, receiverIp);
        int sum = 0;
        for (int i = 0; i < 20; i += 2) {
            sum += frame.u16(ip + i);
        }
        sum = (sum & 0xFFFF) + (sum >>> 16);
        frame.put16(ip + 10, ~(sum + (sum >>> 16)));
        int udp = at + UDP;
        frame.put16(udp, port);
        frame.put16(udp + 2, port);
        frame.put16(udp + 4, HEADER_BYTES - UDP + dataBytes);
        frame.put16(udp + 6, 0);
        frame.put32(at + PAYLOAD, MAGIC);
        frame.put32(at + PAYLOAD + 4, dataBytes);
    }

    static void writePosition(Buffer frame, int at, long position) {
        frame.put32(at + PAYLOAD + 8, (int) (position >>> 32));
        frame.put32(at + PAYLOAD + 12, (int) position);
    }
}
