package dev.spine.peer.forward;

import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Re-pointable view of one packet that may carry RFC 4175 video: Ethernet, IPv4, UDP, RTP, payload header, pixels.
 *
 * <p>{@link #isUdp} looks at the addresses, {@link #parse} at the rest. A packet is checked as a whole: a line that leaves it, a part of a
 * pixel group or a second field makes all of it malformed. Where the lines go is the display's affair. Allocates nothing; belongs to one
 * agent.
 *
 * <p>Source: RFC 791, RFC 768, RFC 3550 section 5.1, RFC 4175 section 4.
 */
final class VideoPacket {
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

    /** Whether the packet is an unfragmented UDP datagram over IPv4; afterwards {@link #port} is valid. */
    boolean isUdp(Packet packet) {
        memory = packet.memory();
        long ip = packet.offset() + MAC_HEADER;
        long limit = packet.offset() + packet.length();
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

    /** The destination port. */
    int port() {
        return port;
    }

    /** Finds the payload header of a datagram; false when its headers or lines are cut or malformed. */
    boolean parse(PixelFormat format) {
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

    /** Byte offset of the payload header in the receive memory. */
    long header() {
        return header;
    }

    /** Bytes of the payload header: 2, and 6 for each line. */
    int headerBytes() {
        return headerBytes;
    }

    /** Byte offset of the first pixel byte in the receive memory. */
    long pixels() {
        return header + headerBytes;
    }

    /** Bytes of pixels, at least 0. */
    int pixelBytes() {
        return (int) (end - pixels());
    }

    private int half(long at) {
        return memory.get(HALF, at) & 0xFFFF;
    }

    private int octet(long at) {
        return memory.get(ValueLayout.JAVA_BYTE, at) & 0xFF;
    }
}
