package dev.spine.iop.packet.wire;

import dev.spine.i2o.message.display.PixelFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Re-pointable view of one packet that may carry RFC 4175 video: Ethernet, IPv4, UDP, RTP, payload header, pixels.
 *
 * <p>{@link #isUdp} looks at the addresses, {@link #parse} at the rest. A packet is checked as a whole: a line that leaves it, a part of a
 * pixel group or a second field makes all of it malformed. Where the lines go is the display's affair. Offsets are those of the memory.
 * Allocates nothing; belongs to one agent.
 *
 * <p>Source: RFC 791, RFC 768, RFC 3550 section 5.1, RFC 4175 section 4.
 */
public final class VideoDatagram {
    private static final ValueLayout.OfShort HALF = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int MAC_HEADER = 14;
    private static final int IPV4 = 0x0800;
    private static final int IP_HEADER = 20;
    private static final int UDP = 17;
    private static final int UDP_HEADER = 8;
    private static final int RTP_HEADER = 12;
    private static final int RTP_VERSION = 2;
    private static final int SEQUENCE_BYTES = 2;
    private static final int LINE_BYTES = 6;
    private static final int CONTINUATION = 0x8000;
    private static final int SECOND_FIELD = 0x8000;

    private MemorySegment memory = MemorySegment.NULL;
    private long udp;
    private long ipEnd;
    private long end;
    private int port;
    private long header;
    private int headerBytes;

    /**
     * {@return whether a packet is an unfragmented UDP datagram over IPv4; afterwards {@link #port} is valid}
     *
     * @param packets where it is
     * @param offset of its MAC header there
     * @param length its bytes
     */
    public boolean isUdp(MemorySegment packets, long offset, int length) {
        memory = packets;
        long ip = offset + MAC_HEADER;
        long limit = offset + length;
        if (ip + IP_HEADER > limit || half(ip - 2) != IPV4) {
            return false;
        }
        int first = octet(ip);
        int ipHeader = (first & 0xF) * 4;
        udp = ip + ipHeader;
        if (first >> 4 != 4 || ipHeader < IP_HEADER || octet(ip + 9) != UDP || (half(ip + 6) & 0x3FFF) != 0 || udp + UDP_HEADER > limit) {
            return false;
        }
        port = half(udp + 2);
        // A short frame is padded to the least that Ethernet carries: the packet's own length counts.
        ipEnd = ip + half(ip + 2);
        end = ipEnd > limit ? 0 : udp + half(udp + 4);
        return true;
    }

    /** {@return the destination port} */
    public int port() {
        return port;
    }

    /**
     * Finds the payload header of a datagram.
     *
     * @param format of the pixels
     * @return false when headers or lines are cut or malformed
     */
    public boolean parse(PixelFormat format) {
        long rtp = udp + UDP_HEADER;
        if (rtp + RTP_HEADER > end || end > ipEnd) {
            return false;
        }
        int versionAndType = half(rtp);
        int first = versionAndType >> 8;
        header = rtp + RTP_HEADER + (first & 0xF) * 4L;
        // The second byte of RTCP's messages is 192 to 223 (RFC 5761, 4).
        if (first >> 6 != RTP_VERSION || (versionAndType & 0xE0) == 0xC0 || header + SEQUENCE_BYTES > end) {
            return false;
        }
        boolean extended = (first & 0x10) != 0;
        if (extended) {
            if (header + 4 > end) {
                return false;
            }
            header += 4 + half(header + 2) * 4L;
        }
        boolean padded = (first & 0x20) != 0;
        if (padded) {
            int padding = octet(end - 1);
            if (padding == 0) {
                return false;
            }
            end -= padding;
        }
        return findPixels(format == PixelFormat.UYVY ? 2 : 1, format.bytesPerPixel());
    }

    private boolean findPixels(int groupPixels, int pixelBytes) {
        long line = header + SEQUENCE_BYTES;
        int groupBytes = groupPixels * pixelBytes;
        long bytes = 0;
        boolean another = true;
        while (another) {
            if (line + LINE_BYTES > end) {
                return false;
            }
            int length = half(line);
            int offset = half(line + 4);
            another = offset >= CONTINUATION;
            if (half(line + 2) >= SECOND_FIELD || length % groupBytes != 0 || (offset & ~CONTINUATION) % groupPixels != 0) {
                return false;
            }
            bytes += length;
            line += LINE_BYTES;
        }
        headerBytes = (int) (line - header);
        return line + bytes <= end;
    }

    /** {@return where the payload header begins} */
    public long header() {
        return header;
    }

    /** {@return bytes of the payload header: 2, and 6 for each line} */
    public int headerBytes() {
        return headerBytes;
    }

    /** {@return how many lines there are, empty ones included} */
    public int lines() {
        return (headerBytes - SEQUENCE_BYTES) / LINE_BYTES;
    }

    /**
     * {@return which line of the picture a line of the packet belongs to}
     *
     * @param index below {@link #lines}
     */
    public int line(int index) {
        return half(lineAt(index) + 2);
    }

    /**
     * {@return the first pixel of a line of the packet in its line of the picture}
     *
     * @param index below {@link #lines}
     */
    public int column(int index) {
        return half(lineAt(index) + 4) & ~CONTINUATION;
    }

    /**
     * {@return the bytes of a line of the packet}
     *
     * @param index below {@link #lines}
     */
    public int bytes(int index) {
        return half(lineAt(index));
    }

    private long lineAt(int index) {
        return header + SEQUENCE_BYTES + (long) index * LINE_BYTES;
    }

    /** {@return where the bytes of the first line begin; those of the others follow} */
    public long pixels() {
        return header + headerBytes;
    }

    /** {@return bytes of pixels, at least 0} */
    public int pixelBytes() {
        return (int) (end - pixels());
    }

    private int half(long at) {
        return memory.get(HALF, at) & 0xFFFF;
    }

    private int octet(long at) {
        return memory.get(ValueLayout.JAVA_BYTE, at) & 0xFF;
    }
}
