package dev.spine.extension.video;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.PixelFormat;

/**
 * The lines of one RTP packet of uncompressed video (RFC 4175), found by one pass over its headers. Pointed at each packet in turn.
 *
 * <p>A packet is checked as a whole: a line that leaves it, a part of a pixel group or a second field makes all of it unusable.
 */
final class VideoPacket {
    /** The most lines of a packet: what fits beside a pixel of three bytes each into 1,500 bytes. Empty ones are not kept. */
    static final int MAX_LINES = 162;

    /** {@link #parse}: the packet is video. */
    static final int VIDEO = 0;
    /** {@link #parse}: no RTP of version 2 is in it; it has no sequence number. */
    static final int NO_RTP = -1;
    /** {@link #parse}: RTP's own messages about a stream (RTCP), sent to its port (RFC 5761); it has no sequence number. */
    static final int CONTROL = -2;
    /** {@link #parse}: lengths or line headers leave the packet. */
    static final int TORN = -3;
    /** {@link #parse}: more lines than {@link #MAX_LINES}. */
    static final int MANY_LINES = -4;

    private static final int MAC_HEADER = 14;
    private static final int RTP_HEADER = 12;
    private static final int LINE_HEADER = 6;
    /** The version alone in the first byte, and a payload type of 96 to 127 (RFC 3551, 6: chosen by sender and receiver) in the next. */
    private static final int USUAL_MASK = 0xFF60_0000;
    private static final int USUAL = 0x8060_0000;

    final int[] line = new int[MAX_LINES];
    final int[] column = new int[MAX_LINES];
    final int[] bytes = new int[MAX_LINES];
    /** Where the pixels of the first line are; those of the others follow. */
    int data;
    int lines;
    int sequence;

    /**
     * Finds the lines of a packet.
     *
     * <p>A method costs its whole code, whichever way it goes, so what few packets have stands in methods of its own.
     *
     * @param packet from its MAC header on; the demultiplexer has found IPv4 without fragments, UDP
     * @param format the stream's
     * @return {@link #VIDEO}, what it is instead, or where the header of a line is that is not of whole pixel groups of this format or of a
     *     second field
     */
    int parse(Buffer packet, PixelFormat format) {
        // Words, not bytes: each look into the packet has its price.
        int lengths = packet.i32(MAC_HEADER);
        int udp = MAC_HEADER + (lengths >>> 22 & 0x3C);
        int ipEnd = MAC_HEADER + (lengths & 0xFFFF);
        if (ipEnd > packet.length() || udp + 8 > ipEnd) {
            return NO_RTP;
        }
        int end = udp + packet.u16(udp + 4);
        int rtp = udp + 8;
        if (end > ipEnd || rtp + RTP_HEADER > end) {
            return NO_RTP;
        }
        int start = packet.i32(rtp);
        sequence = start & 0xFFFF;
        // Version 2; no padding, no extension, no contributing sources.
        return (start & USUAL_MASK) == USUAL ? parseLines(packet, format, rtp + RTP_HEADER + 2, end)
            : parseUnusual(packet, format, start, rtp, end);
    }

    private int parseUnusual(Buffer packet, PixelFormat format, int start, int rtp, int udpEnd) {
        int first = start >>> 24;
        int at = rtp + RTP_HEADER + (first & 0xF) * 4;
        int end = udpEnd;
        if (first >> 6 != 2) {
            return NO_RTP;
        }
        // RFC 5761, 4: the marker bit with a payload type of 64 to 95 is the packet type of a control message.
        if ((start & 0x00E0_0000) == 0x00C0_0000) {
            return CONTROL;
        }
        if ((first & 0x10) != 0) {
            if (at + 4 > end) {
                return TORN;
            }
            at += 4 + packet.u16(at + 2) * 4;
        }
        if ((first & 0x20) != 0) {
            int padding = packet.u8(end - 1);
            end -= padding;
            if (padding == 0) {
                return TORN;
            }
        }
        return at + 2 <= end ? parseLines(packet, format, at + 2, end) : TORN;
    }

    /** {@return who sends the stream, of a packet that has a sequence number (RFC 3550, 5.1: SSRC)} */
    static int source(Buffer packet) {
        return packet.i32(MAC_HEADER + (packet.i32(MAC_HEADER) >>> 22 & 0x3C) + 16);
    }

    private int parseLines(Buffer packet, PixelFormat format, int from, int end) {
        boolean pairs = format == PixelFormat.UYVY;
        int at = from;
        int found = 0;
        int room = end;
        int more;
        do {
            if (at + LINE_HEADER > end) {
                return TORN;
            }
            int lengthAndLine = packet.i32(at);
            int length = lengthAndLine >>> 16;
            more = packet.u16(at + 4);
            // A group is two pixels in four bytes, or one in three; a second field is none of ours.
            if ((lengthAndLine & 0x8000) != 0 || (pairs ? length & 3 | more & 1 : length % 3) != 0) {
                return at;
            }
            at += LINE_HEADER;
            if (length == 0) {
                continue;
            }
            if (found == MAX_LINES) {
                return MANY_LINES;
            }
            bytes[found] = length;
            line[found] = lengthAndLine & 0x7FFF;
            column[found++] = more & 0x7FFF;
            room -= length;
        } while (more > 0x7FFF);
        data = at;
        lines = found;
        return at <= room ? VIDEO : TORN;
    }
}
