package dev.spine.iop.packet.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The headers of a UDP datagram on an Ethernet wire.
 *
 * <pre>
 *  offset                                offset
 *   0  destination hardware address      23  protocol (17)
 *   6  source hardware address           24  header checksum
 *  12  EtherType (0x0800)                26  source address
 *  14  version 4, header words 5         30  destination address
 *  15  service, 0                        34  source port
 *  16  total bytes                       36  destination port
 *  18  identification                    38  UDP bytes, header included
 *  20  flags, fragment offset            40  UDP checksum, 0
 *  22  time to live                      42  payload
 * </pre>
 *
 * <p>Any thread may call it; allocates nothing. Sources: IEEE 802.3, RFC 791, RFC 768.
 */
public final class UdpHeaders {
    /** Bytes before the payload. */
    public static final int BYTES = 42;
    /** Where the header of IP begins. */
    public static final int IP = EtherType.HEADER_BYTES;
    /** What {@link #payloadOffset} returns for a frame that is no whole UDP datagram over IPv4. */
    public static final int NOT_UDP = -1;
    /** The flag of IP that forbids fragments, in the last argument but one of {@link #write}. */
    public static final int DO_NOT_FRAGMENT = 0x4000;

    static final int UDP_BYTES = 8;

    private static final int IP_BYTES = 20;
    private static final int PROTOCOL_UDP = 17;
    private static final int TIME_TO_LIVE = 64;

    private static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private UdpHeaders() {
    }

    /**
     * Writes all three headers: 64 hops, no options, no checksum of UDP.
     *
     * @param memory where to
     * @param frame its first byte
     * @param destination hardware address
     * @param source hardware address
     * @param sourceIp address of IP
     * @param sourcePort 16 bits
     * @param destinationIp address of IP
     * @param destinationPort 16 bits
     * @param fragment the word of identification, flags and fragment offset
     * @param payloadBytes bytes behind the headers
     */
    public static void write(MemorySegment memory, long frame, long destination, long source, int sourceIp, int sourcePort,
        int destinationIp, int destinationPort, int fragment, int payloadBytes) {
        MacAddress.write(memory, frame, destination);
        MacAddress.write(memory, frame + MacAddress.BYTES, source);
        EtherType.write(memory, frame, EtherType.IPV4);
        long ip = frame + IP;
        set16(memory, ip, 0x4500);
        set16(memory, ip + 2, payloadBytes + UDP_BYTES + IP_BYTES);
        memory.set(U32, ip + 4, fragment);
        set16(memory, ip + 8, TIME_TO_LIVE << 8 | PROTOCOL_UDP);
        memory.set(U32, ip + 12, sourceIp);
        memory.set(U32, ip + 16, destinationIp);
        writeChecksum(memory, ip);
        set16(memory, ip + 20, sourcePort);
        set16(memory, ip + 22, destinationPort);
        set16(memory, ip + 24, payloadBytes + UDP_BYTES);
        set16(memory, ip + 26, 0);
    }

    /**
     * Writes the checksum of a header of IPv4 without options.
     *
     * @param memory where it is
     * @param ip its first byte
     */
    public static void writeChecksum(MemorySegment memory, long ip) {
        set16(memory, ip + 10, 0);
        set16(memory, ip + 10, InternetChecksum.of(memory, ip, IP_BYTES));
    }

    /**
     * {@return where the payload begins in a frame, or {@link #NOT_UDP}; all fields were checked against {@code length} then}
     *
     * @param memory where the frame is
     * @param frame its first byte
     * @param length its bytes
     */
    public static int payloadOffset(MemorySegment memory, long frame, int length) {
        int payload = udpOffset(memory, frame, length) + UDP_BYTES;
        if (payload < BYTES || isFragment(memory, frame)) {
            return NOT_UDP;
        }
        int end = IP + totalBytes(memory, frame);
        if (end > length || end < payload) {
            return NOT_UDP;
        }
        int bytes = payloadBytes(memory, frame + payload);
        return bytes < 0 || bytes > end - payload ? NOT_UDP : payload;
    }

    /**
     * {@return where UDP begins behind IPv4 in a frame, or in a fragment its part; {@link #NOT_UDP} for another protocol or a header that
     * the frame cuts}
     *
     * @param memory where the frame is
     * @param frame its first byte
     * @param length its bytes
     */
    public static int udpOffset(MemorySegment memory, long frame, int length) {
        if (length < IP + IP_BYTES || EtherType.of(memory, frame) != EtherType.IPV4) {
            return NOT_UDP;
        }
        int first = memory.get(ValueLayout.JAVA_BYTE, frame + IP) & 0xFF;
        int udp = IP + (first & 0xF) * 4;
        boolean isUdp = memory.get(ValueLayout.JAVA_BYTE, frame + IP + 9) == PROTOCOL_UDP;
        return first >>> 4 == 4 && udp >= IP + IP_BYTES && udp <= length && isUdp ? udp : NOT_UDP;
    }

    /**
     * {@return whether a frame with IPv4 has a part of a packet: more fragments follow, or it is not the first}
     *
     * @param memory where the frame is
     * @param frame its first byte
     */
    public static boolean isFragment(MemorySegment memory, long frame) {
        return (get16(memory, frame + IP + 6) & 0x3FFF) != 0;
    }

    /** {@return bytes of the packet in a frame with IPv4, as it says} */
    static int totalBytes(MemorySegment memory, long frame) {
        return get16(memory, frame + IP + 2);
    }

    /**
     * {@return the bytes of a payload, negative when UDP says fewer than its header has}
     *
     * @param memory where the frame is
     * @param payload the first byte behind the headers
     */
    public static int payloadBytes(MemorySegment memory, long payload) {
        return get16(memory, payload - 4) - UDP_BYTES;
    }

    /**
     * {@return the address of IP that a frame goes to}
     *
     * @param memory where the frame is
     * @param frame its first byte
     */
    public static int destinationIp(MemorySegment memory, long frame) {
        return memory.get(U32, frame + IP + 16);
    }

    /**
     * {@return the port that a datagram goes to}
     *
     * @param memory where the frame is
     * @param payload the first byte behind the headers
     */
    public static int destinationPort(MemorySegment memory, long payload) {
        return get16(memory, payload - 6);
    }

    private static int get16(MemorySegment memory, long offset) {
        return memory.get(U16, offset) & 0xFFFF;
    }

    private static void set16(MemorySegment memory, long offset, int value) {
        memory.set(U16, offset, (short) value);
    }
}
