package dev.spine.command.play;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Counts the frames of an RTP stream as its packets pass, in order of arrival.
 *
 * <p>A frame ends with the packet that has the marker bit, or, when that one was lost, with the first packet of another time stamp. Packets
 * that come late, after their frame has ended, belong to that frame. Packets that are no RTP of this stream belong to no frame.
 *
 * <p>One thread at a time calls {@link #frameOf}; allocates nothing. Source: RFC 3550 section 5.1, RFC 4175 section 4.1.
 */
final class RtpFrames {
    /** What {@link #frameOf} returns for a packet that is not of the stream. */
    static final int OTHER = -1;

    /** What a packet is to a stream's port, as the card's demultiplexer sees it. */
    enum Kind {
        /** A whole UDP datagram to the port, whatever is in it. */
        TO_PORT,
        /** A part of a UDP datagram, to whatever port. */
        FRAGMENT,
        /** Anything else. */
        OTHER
    }

    private static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int MAC_HEADER = 14;
    private static final int IPV4 = 0x0800;
    private static final int IP_HEADER = 20;
    /** More fragments follow, or the offset of one. */
    private static final int FRAGMENTED = 0x3FFF;
    private static final int UDP = 17;
    private static final int UDP_HEADER = 8;
    private static final int RTP_HEADER = 12;
    private static final int NOT_RTP = -1;

    private final int port;
    private int timeStamp;
    private boolean open;
    private int ended;
    private boolean begun;

    /**
     * No frames yet.
     *
     * @param port UDP destination port of the stream
     */
    RtpFrames(int port) {
        this.port = port;
    }

    /** {@return how many frames have ended} */
    int ended() {
        return ended;
    }

    /** {@return whether the last packet was not the last of its frame} */
    boolean isWithinFrame() {
        return open;
    }

    /**
     * {@return the number of the frame that a packet belongs to, from 0, or {@link #OTHER}}
     *
     * @param memory where the packet lies
     * @param offset of its MAC header
     * @param length bytes of the packet
     */
    int frameOf(MemorySegment memory, long offset, int length) {
        int rtp = rtpOffset(memory, offset, length);
        if (rtp == NOT_RTP || port(memory, offset) != port) {
            return OTHER;
        }
        int stamp = memory.get(U32, offset + rtp + 4);
        boolean marker = memory.get(ValueLayout.JAVA_BYTE, offset + rtp + 1) < 0;
        if (!begun || stamp != timeStamp) {
            // A frame that is still open has lost its last packet.
            ended += open ? 1 : 0;
            timeStamp = stamp;
            open = true;
            begun = true;
        }
        int frame = open ? ended : ended - 1;
        if (marker && open) {
            open = false;
            ended++;
        }
        return frame;
    }

    /**
     * {@return the UDP destination port of a packet if it can be RTP, otherwise {@link #OTHER}}
     *
     * @param memory where the packet lies
     * @param offset of its MAC header
     * @param length bytes of the packet
     */
    static int portOfRtp(MemorySegment memory, long offset, int length) {
        return rtpOffset(memory, offset, length) == NOT_RTP ? OTHER : port(memory, offset);
    }

    /**
     * {@return what a packet is to the stream's port}
     *
     * @param memory where the packet lies
     * @param offset of its MAC header
     * @param length bytes of the packet
     */
    Kind kindOf(MemorySegment memory, long offset, int length) {
        if (!isUdp(memory, offset, length)) {
            return Kind.OTHER;
        }
        if ((u16(memory, offset + MAC_HEADER + 6) & FRAGMENTED) != 0) {
            return Kind.FRAGMENT;
        }
        boolean hasPorts = MAC_HEADER + ipHeaderBytes(memory, offset) + 4 <= length;
        return hasPorts && port(memory, offset) == port ? Kind.TO_PORT : Kind.OTHER;
    }

    /**
     * {@return whether a packet is a part of a UDP datagram}
     *
     * @param memory where the packet lies
     * @param offset of its MAC header
     * @param length bytes of the packet
     */
    static boolean isFragment(MemorySegment memory, long offset, int length) {
        return isUdp(memory, offset, length) && (u16(memory, offset + MAC_HEADER + 6) & FRAGMENTED) != 0;
    }

    private static boolean isUdp(MemorySegment memory, long offset, int length) {
        return length >= MAC_HEADER + IP_HEADER && u16(memory, offset + 12) == IPV4 && u8(memory, offset + MAC_HEADER) >> 4 == 4
            && ipHeaderBytes(memory, offset) >= IP_HEADER && MAC_HEADER + ipHeaderBytes(memory, offset) <= length
            && u8(memory, offset + MAC_HEADER + 9) == UDP;
    }

    private static int port(MemorySegment memory, long offset) {
        return u16(memory, offset + MAC_HEADER + ipHeaderBytes(memory, offset) + 2);
    }

    private static int rtpOffset(MemorySegment memory, long offset, int length) {
        if (!isUdp(memory, offset, length) || (u16(memory, offset + MAC_HEADER + 6) & FRAGMENTED) != 0) {
            return NOT_RTP;
        }
        int rtp = MAC_HEADER + ipHeaderBytes(memory, offset) + UDP_HEADER;
        // Neither another version nor a message of RTCP (RFC 5761, 4) is of a frame.
        boolean isRtp = rtp + RTP_HEADER <= length && u8(memory, offset + rtp) >> 6 == 2
            && (u8(memory, offset + rtp + 1) & 0xE0) != 0xC0;
        return isRtp ? rtp : NOT_RTP;
    }

    private static int ipHeaderBytes(MemorySegment memory, long offset) {
        return (u8(memory, offset + MAC_HEADER) & 0xF) * Integer.BYTES;
    }

    private static int u8(MemorySegment memory, long offset) {
        return memory.get(ValueLayout.JAVA_BYTE, offset) & 0xFF;
    }

    private static int u16(MemorySegment memory, long offset) {
        return memory.get(U16, offset) & 0xFFFF;
    }
}
