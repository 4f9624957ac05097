package dev.spine.extension.video;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.PixelFormat;

/**
 * The lines of one RTP packet of uncompressed video (RFC 4175), found by one pass over its headers. Pointed at each packet in turn.
 *
 * <p>A packet is checked as a whole: a line that leaves it, a part of a pixel group or a second field makes all of it malformed.
 */
final class VideoPacket {
    /** The most lines of a packet: what fits beside a pixel of three bytes each into 1,500 bytes. Empty ones are not kept. */
    static final int MAX_LINES = 162;

    private static final int MAC_HEADER = 14;
    private static final int RTP_HEADER = 12;
    private static final int LINE_HEADER = 6;

    final int[] line = new int[MAX_LINES];
    final int[] column = new int[MAX_LINES];
    final int[] bytes = new int[MAX_LINES];
    final int[] data = new int[MAX_LINES];
    int lines;
    int sequence;

    /**
     * Finds the lines of a packet.
     *
     * @param packet from its MAC header on; the demultiplexer has found IPv4 without fragments, UDP
     * @param format the stream's
     * @return false when it is malformed
     */
    boolean parse(Buffer packet, PixelFormat format) {
        lines = 0;
        int ip = MAC_HEADER;
        // Words, not bytes: each look into the packet has its price.
        int lengths = packet.i32(ip);
        int udp = ip + (lengths >>> 24 & 0xF) * 4;
        int ipEnd = ip + (lengths & 0xFFFF);
        if (ipEnd > packet.length() || udp + 8 > ipEnd) {
            return false;
        }
        int end = udp + packet.u16(udp + 4);
        int rtp = udp + 8;
        if (end > ipEnd || rtp + RTP_HEADER > end) {
            return false;
        }
        int start = packet.i32(rtp);
        int first = start >>> 24;
        int at = rtp + RTP_HEADER + (first & 0xF) * 4;
        if (first >> 6 != 2) {
            return false;
        }
        if ((first & 0x10) != 0) {
            if (at + 4 > end) {
                return false;
            }
            at += 4 + packet.u16(at + 2) * 4;
        }
        if ((first & 0x20) != 0) {
            int padding = packet.u8(end - 1);
            end -= padding;
            if (padding == 0) {
                return false;
            }
        }
        sequence = start & 0xFFFF;
        return at + 2 <= end && parseLines(packet, format, at + 2, end);
    }

    private boolean parseLines(Buffer packet, PixelFormat format, int from, int end) {
        boolean pairs = format == PixelFormat.UYVY;
        int at = from;
        int found = 0;
        int more;
        do {
            if (at + LINE_HEADER > end) {
                return false;
            }
            int lengthAndLine = packet.i32(at);
            int length = lengthAndLine >>> 16;
            int fieldAndLine = lengthAndLine & 0xFFFF;
            more = packet.u16(at + 4);
            int offset = more & 0x7FFF;
            // A group is two pixels in four bytes, or one in three.
            if (fieldAndLine > 0x7FFF || (pairs ? length & 3 | offset & 1 : length % 3) != 0) {
                return false;
            }
            at += LINE_HEADER;
            if (length == 0) {
                continue;
            }
            if (found == MAX_LINES) {
                return false;
            }
            bytes[found] = length;
            line[found] = fieldAndLine;
            column[found] = offset;
            found++;
        } while (more > 0x7FFF);
        for (int i = 0; i < found; i++) {
            data[i] = at;
            at += bytes[i];
        }
        if (at > end) {
            return false;
        }
        lines = found;
        return true;
    }
}
