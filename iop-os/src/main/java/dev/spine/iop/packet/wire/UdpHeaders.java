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
    /** Bytes of UDP's own header. */
    public static final int UDP_BYTES = 8;
    /** Where the header of IP begins. */
    public static final int IP = EtherType.HEADER_BYTES;
    /** What {@link #payloadOffset} returns for a frame that is no whole UDP datagram over IPv4. */
    public static final int NOT_UDP = -1;
    /** The flag of IP that forbids fragments, in the last argument but one of {@link #write}. */
    public static final int DO_NOT_FRAGMENT = 0x4000;

    private static final int TIME_TO_LIVE = 64;

    private static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

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
        Ipv4Header.write(memory, frame + IP, Ipv4Header.UDP, TIME_TO_LIVE, fragment, sourceIp, destinationIp, UDP_BYTES + payloadBytes);
        long udp = frame + IP + Ipv4Header.BYTES;
        set16(memory, udp, sourcePort);
        set16(memory, udp + 2, destinationPort);
        set16(memory, udp + 4, payloadBytes + UDP_BYTES);
        set16(memory, udp + 6, 0);
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
        if (payload < BYTES || Ipv4Header.isFragment(memory, frame + IP)) {
            return NOT_UDP;
        }
        int end = IP + Ipv4Header.totalBytes(memory, frame + IP);
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
        if (length < IP + Ipv4Header.BYTES || EtherType.of(memory, frame) != EtherType.IPV4) {
            return NOT_UDP;
        }
        int header = Ipv4Header.headerBytes(memory, frame + IP, length - IP);
        return header > 0 && Ipv4Header.protocol(memory, frame + IP) == Ipv4Header.UDP ? IP + header : NOT_UDP;
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
