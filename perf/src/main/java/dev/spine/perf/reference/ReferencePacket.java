package dev.spine.perf.reference;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What one packet of the wire is to one window: video, other traffic, or malformed. Rules 1 and 2 of the package's manual. Any thread.
 *
 * <pre>
 *  Ethernet  0 destination, 6 source, 12 type
 *  IPv4      0 version, header words   2 total length   6 flags, fragment offset   9 protocol
 *  UDP       0 source port   2 destination port   4 length   6 checksum
 *  RTP       0 V(2) P X CC(4)   1 M PT(7)   2 sequence number   4 time stamp   8 SSRC   12 CSRC (4 bytes each)
 *            then, if X, a header extension: 2 bytes profile, 2 bytes length in words, words
 *  RFC 4175  0 extended sequence number   then for each line   0 length   2 F, line(15)   4 C, offset(15)
 *            C = 1: another line header follows.  Then the bytes of the lines, in the same order.
 * </pre>
 */
public sealed interface ReferencePacket {
    /**
     * A well-formed packet of the window's stream.
     *
     * @param sequence  the 32-bit sequence number: extended part, then RTP's own
     * @param timestamp RTP time stamp, 90 kHz; equal in all packets of a frame
     * @param marker    true in the last packet of a frame
     * @param lines     pieces of scan lines, in the order of the packet
     */
    record Video(int sequence, int timestamp, boolean marker, List<LinePiece> lines) implements ReferencePacket {
        /** Keeps its own list. */
        public Video {
            lines = List.copyOf(lines);
        }
    }

    /** A packet that is not of the window's stream, as far as its headers can be read. */
    record Other() implements ReferencePacket {
    }

    /**
     * A packet to the window's port that breaks a rule.
     *
     * @param reason what is wrong, for people
     */
    record Malformed(String reason) implements ReferencePacket {
    }

    /**
     * Neighbouring pixels of one scan line.
     *
     * @param line       0 is the uppermost
     * @param firstPixel offset of the first pixel in its line
     * @param bytes      whole pixel groups
     */
    record LinePiece(int line, int firstPixel, ByteBuffer bytes) {
    }

    /**
     * Looks at a packet.
     *
     * @param packet from the destination address to the end, without frame check sequence; position and limit are not changed
     * @param window whose port and stream format decide
     */
    static ReferencePacket parse(ByteBuffer packet, ReferenceWindow window) {
        ByteBuffer ethernet = packet.slice();       // a slice is big-endian, as the network is
        if (ethernet.remaining() < 14 || unsigned16(ethernet, 12) != 0x0800) {
            return new Other();
        }
        ByteBuffer ip = ethernet.slice(14, ethernet.remaining() - 14);
        if (ip.remaining() < 20 || (unsigned8(ip, 0) >> 4) != 4) {
            return new Other();
        }
        int ipHeaderBytes = (unsigned8(ip, 0) & 0x0F) * 4;
        int ipBytes = unsigned16(ip, 2);
        boolean fragment = (unsigned16(ip, 6) & 0x3FFF) != 0;       // "more fragments", or an offset
        if (ipHeaderBytes < 20 || ipBytes < ipHeaderBytes || ipBytes > ip.remaining() || fragment || unsigned8(ip, 9) != 17) {
            return new Other();
        }
        ByteBuffer udp = ip.slice(ipHeaderBytes, ipBytes - ipHeaderBytes);
        if (udp.remaining() < 8 || unsigned16(udp, 2) != window.udpPort()) {
            return new Other();
        }
        int udpBytes = unsigned16(udp, 4);
        if (udpBytes < 8 || udpBytes > udp.remaining()) {
            return new Malformed("UDP length " + udpBytes + " in " + udp.remaining() + " bytes");
        }
        return parseRtp(udp.slice(8, udpBytes - 8), window.stream());
    }

    private static ReferencePacket parseRtp(ByteBuffer rtp, ReferenceFormat stream) {
        if (rtp.remaining() < 12) {
            return new Malformed("an RTP packet of " + rtp.remaining() + " bytes");
        }
        int first = unsigned8(rtp, 0);
        if ((first >> 6) != 2) {
            return new Malformed("RTP version " + (first >> 6));
        }
        int type = unsigned8(rtp, 1);
        if (type >= 192 && type <= 223) {
            return new Malformed("an RTCP message");
        }
        int headerBytes = 12 + (first & 0x0F) * 4;
        if ((first & 0x10) != 0) {
            if (headerBytes + 4 > rtp.remaining()) {
                return new Malformed("the RTP header extension begins behind the packet");
            }
            headerBytes += 4 + unsigned16(rtp, headerBytes + 2) * 4;
        }
        int end = rtp.remaining();
        if ((first & 0x20) != 0) {
            int paddingBytes = unsigned8(rtp, end - 1);
            if (paddingBytes == 0) {
                return new Malformed("RTP padding of 0 bytes");
            }
            end -= paddingBytes;
        }
        if (headerBytes > end) {
            return new Malformed("the RTP header is longer than the packet");
        }
        ByteBuffer payload = rtp.slice(headerBytes, end - headerBytes);
        int rtpSequence = unsigned16(rtp, 2);
        boolean marker = (unsigned8(rtp, 1) & 0x80) != 0;
        return parseLines(payload, stream, rtpSequence, rtp.getInt(4), marker);
    }

    private static ReferencePacket parseLines(
            ByteBuffer payload, ReferenceFormat stream, int rtpSequence, int timestamp, boolean marker) {
        if (payload.remaining() < 2) {
            return new Malformed("no extended sequence number");
        }
        int sequence = (unsigned16(payload, 0) << 16) | rtpSequence;

        record LineHeader(int length, int line, int offset) {
        }

        List<LineHeader> headers = new ArrayList<>();
        int at = 2;
        boolean another = true;
        while (another) {
            if (at + 6 > payload.remaining()) {
                return new Malformed("line header " + headers.size() + " leaves the packet");
            }
            int length = unsigned16(payload, at);
            int fieldAndLine = unsigned16(payload, at + 2);
            int moreAndOffset = unsigned16(payload, at + 4);
            int offset = moreAndOffset & 0x7FFF;
            if ((fieldAndLine & 0x8000) != 0) {
                return new Malformed("a line of a second field");
            }
            if (length % (stream.pixelsPerGroup() * stream.bytesPerPixel()) != 0 || offset % stream.pixelsPerGroup() != 0) {
                return new Malformed("a line of " + length + " bytes at pixel " + offset + " is not of whole pixel groups");
            }
            headers.add(new LineHeader(length, fieldAndLine, offset));
            another = (moreAndOffset & 0x8000) != 0;
            at += 6;
        }
        List<LinePiece> lines = new ArrayList<>();
        for (LineHeader header : headers) {
            if (at + header.length() > payload.remaining()) {
                return new Malformed("line " + header.line() + " leaves the packet");
            }
            lines.add(new LinePiece(header.line(), header.offset(), payload.slice(at, header.length())));
            at += header.length();
        }
        return new Video(sequence, timestamp, marker, lines);
    }

    private static int unsigned8(ByteBuffer bytes, int offset) {
        return Byte.toUnsignedInt(bytes.get(offset));
    }

    private static int unsigned16(ByteBuffer bytes, int offset) {
        return Short.toUnsignedInt(bytes.getShort(offset));
    }
}
