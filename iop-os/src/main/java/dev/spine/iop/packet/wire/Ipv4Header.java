package dev.spine.iop.packet.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The header of the Internet Protocol, version 4.
 *
 * <pre>
 *  0  version 4 (4), header words (4)      8  time to live
 *  1  service                              9  protocol
 *  2  total bytes (16)                    10  header checksum (16)
 *  4  identification (16)                 12  source address (32)
 *  6  flags (3), fragment offset (13)     16  destination address (32), options
 * </pre>
 *
 * <p>Any thread may call it; allocates nothing. Source: RFC 791.
 */
public final class Ipv4Header {
    /** Bytes without options. */
    public static final int BYTES = 20;
    /** The first byte of a header without options. */
    public static final int PLAIN = 0x45;
    /** The number of TCP as what is behind the header; in IPv6, too. */
    public static final int TCP = 6;
    /** The number of UDP. */
    public static final int UDP = 17;
    /** The bits of the word of flags that are the offset of a fragment. */
    public static final int FRAGMENT_OFFSET = 0x1FFF;
    /** Where the bytes of the packet are. */
    public static final int TOTAL_BYTES = 2;
    /** Where the number is that a packet's fragments have in common. */
    public static final int IDENTIFICATION = 4;
    /** Where the address of the sender is. */
    public static final int SOURCE = 12;
    /** Where the address of the receiver is. */
    public static final int DESTINATION = 16;

    private static final int FLAGS = 6;
    private static final int TIME_TO_LIVE = 8;
    private static final int PROTOCOL = 9;
    private static final int CHECKSUM = 10;

    private static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private Ipv4Header() {
    }

    /**
     * Writes a header without options.
     *
     * @param memory where to
     * @param ip its first byte
     * @param protocol of what is behind the header, for example {@link #UDP}
     * @param timeToLive 8 bits
     * @param fragment the word of identification, flags and fragment offset
     * @param source address
     * @param destination address
     * @param payloadBytes bytes behind the header
     */
    public static void write(MemorySegment memory, long ip, int protocol, int timeToLive, int fragment, int source, int destination,
        int payloadBytes) {
        memory.set(U16, ip, (short) (PLAIN << 8));
        memory.set(U16, ip + TOTAL_BYTES, (short) (BYTES + payloadBytes));
        memory.set(U32, ip + IDENTIFICATION, fragment);
        memory.set(U16, ip + TIME_TO_LIVE, (short) (timeToLive << 8 | protocol));
        memory.set(U32, ip + SOURCE, source);
        memory.set(U32, ip + DESTINATION, destination);
        writeChecksum(memory, ip);
    }

    /**
     * Writes the checksum of a header without options.
     *
     * @param memory where it is
     * @param ip its first byte
     */
    public static void writeChecksum(MemorySegment memory, long ip) {
        memory.set(U16, ip + CHECKSUM, (short) 0);
        memory.set(U16, ip + CHECKSUM, (short) InternetChecksum.of(memory, ip, BYTES));
    }

    /**
     * Takes one hop from the time to live, and accounts for it in the checksum.
     *
     * @param memory where the header is
     * @param ip its first byte
     */
    public static void decreaseTimeToLive(MemorySegment memory, long ip) {
        memory.set(ValueLayout.JAVA_BYTE, ip + TIME_TO_LIVE, (byte) (timeToLive(memory, ip) - 1));
        memory.set(U16, ip + CHECKSUM, (short) InternetChecksum.afterDecrease(get16(memory, ip + CHECKSUM), 0x100));
    }

    /**
     * {@return the bytes of a header, options included, or 0 when there is no whole header of this version}
     *
     * @param memory where it is
     * @param ip its first byte
     * @param bytes that are there
     */
    public static int headerBytes(MemorySegment memory, long ip, int bytes) {
        if (bytes < BYTES) {
            return 0;
        }
        int first = first(memory, ip);
        int header = (first & 0xF) * 4;
        return first >>> 4 == 4 && header >= BYTES && header <= bytes ? header : 0;
    }

    /**
     * {@return whether a router that knows no options passes a packet on: there are none, the checksum is right, and hops are left}
     *
     * @param memory where the header of at least 20 bytes is
     * @param ip its first byte
     */
    public static boolean isForwardable(MemorySegment memory, long ip) {
        return first(memory, ip) == PLAIN && timeToLive(memory, ip) > 1 && InternetChecksum.of(memory, ip, BYTES) == 0;
    }

    /**
     * {@return whether a packet is a part of one: more fragments follow, or it is not the first}
     *
     * @param memory where the header is
     * @param ip its first byte
     */
    public static boolean isFragment(MemorySegment memory, long ip) {
        return (get16(memory, ip + FLAGS) & 0x3FFF) != 0;
    }

    /**
     * {@return bytes of the packet, as its header says}
     *
     * @param memory where the header is
     * @param ip its first byte
     */
    public static int totalBytes(MemorySegment memory, long ip) {
        return get16(memory, ip + TOTAL_BYTES);
    }

    /** {@return what is behind the header} */
    static int protocol(MemorySegment memory, long ip) {
        return memory.get(ValueLayout.JAVA_BYTE, ip + PROTOCOL) & 0xFF;
    }

    /**
     * {@return the address that a packet comes from}
     *
     * @param memory where the header is
     * @param ip its first byte
     */
    public static int source(MemorySegment memory, long ip) {
        return memory.get(U32, ip + SOURCE);
    }

    /**
     * {@return the address that a packet goes to}
     *
     * @param memory where the header is
     * @param ip its first byte
     */
    public static int destination(MemorySegment memory, long ip) {
        return memory.get(U32, ip + DESTINATION);
    }

    private static int timeToLive(MemorySegment memory, long ip) {
        return memory.get(ValueLayout.JAVA_BYTE, ip + TIME_TO_LIVE) & 0xFF;
    }

    private static int first(MemorySegment memory, long ip) {
        return memory.get(ValueLayout.JAVA_BYTE, ip) & 0xFF;
    }

    private static int get16(MemorySegment memory, long at) {
        return memory.get(U16, at) & 0xFFFF;
    }
}
