package dev.spine.perf.video;

import dev.spine.i2o.message.display.PixelFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The lines of one packet of a stream, as the host's application finds them: Ethernet, IPv4, UDP, RTP, then RFC 4175. Pointed at each
 * packet in turn; copies and allocates nothing.
 *
 * <p>A packet is checked as a whole: a line that leaves it, a part of a pixel group or a second field makes all of it malformed.
 */
final class HostVideoPacket {
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int MAC_HEADER = 14;
    private static final int IPV4 = 0x0800;
    private static final int UDP = 17;
    private static final int RTP_HEADER = 12;
    private static final int LINE_HEADER = 6;

    private final int port;
    private final int groupBytes;
    private final int groupPixels;
    private MemorySegment memory = MemorySegment.NULL;
    private long start;
    private int headers;
    private int lines;

    HostVideoPacket(int port, PixelFormat format) {
        this.port = port;
        this.groupPixels = format == PixelFormat.UYVY ? 2 : 1;
        this.groupBytes = groupPixels * format.bytesPerPixel();
    }

    /**
     * Finds the lines of a packet.
     *
     * @param packets where it lies
     * @param offset of its MAC header there
     * @param length its bytes
     * @return false when it is malformed or of another stream
     */
    boolean parse(MemorySegment packets, long offset, int length) {
        memory = packets;
        start = offset;
        lines = 0;
        int ip = MAC_HEADER;
        if (length < ip + 20 || half(12) != IPV4 || octet(ip) >> 4 != 4 || octet(ip + 9) != UDP || (half(ip + 6) & 0x3FFF) != 0) {
            return false;
        }
        int udp = ip + (octet(ip) & 0xF) * 4;
        int ipEnd = ip + half(ip + 2);
        if (udp < ip + 20 || ipEnd > length || udp + 8 > ipEnd || half(udp + 2) != port) {
            return false;
        }
        int end = udp + half(udp + 4);
        int rtp = udp + 8;
        if (end > ipEnd || rtp + RTP_HEADER > end) {
            return false;
        }
        int versionAndType = half(rtp);
        int first = versionAndType >> 8;
        int at = rtp + RTP_HEADER + (first & 0xF) * 4;
        if ((first & 0x10) != 0) {
            at += at + 4 > end ? end : 4 + half(at + 2) * 4;
        }
        if ((first & 0x20) != 0) {
            int padding = octet(end - 1);
            end -= padding == 0 ? end : padding;
        }
        // The second byte of RTCP's messages is 192 to 223 (RFC 5761, 4).
        return first >> 6 == 2 && (versionAndType & 0xE0) != 0xC0 && at + 2 <= end && findLines(at + 2, end);
    }

    private boolean findLines(int from, int end) {
        int at = from;
        int bytes = 0;
        int count = 0;
        boolean more = true;
        while (more) {
            if (at + LINE_HEADER > end) {
                return false;
            }
            int length = half(at);
            int offset = half(at + 4);
            if (half(at + 2) > 0x7FFF || length % groupBytes != 0 || (offset & 0x7FFF) % groupPixels != 0) {
                return false;
            }
            more = offset > 0x7FFF;
            bytes += length;
            count++;
            at += LINE_HEADER;
        }
        headers = from;
        lines = at + bytes > end ? 0 : count;
        return lines > 0;
    }

    /** How many lines there are. */
    int lines() {
        return lines;
    }

    /** Which line of the picture a line of the packet belongs to. */
    int line(int index) {
        return half(headers + index * LINE_HEADER + 2);
    }

    /** The first pixel of a line of the packet in its line of the picture. */
    int column(int index) {
        return half(headers + index * LINE_HEADER + 4) & 0x7FFF;
    }

    /** The bytes of a line of the packet. */
    int bytes(int index) {
        return half(headers + index * LINE_HEADER);
    }

    /** Where the bytes of the first line begin, from the MAC header on; those of the others follow. */
    int data() {
        return headers + lines * LINE_HEADER;
    }

    private int octet(int at) {
        return memory.get(ValueLayout.JAVA_BYTE, start + at) & 0xFF;
    }

    private int half(int at) {
        return memory.get(SHORT, start + at) & 0xFFFF;
    }
}
