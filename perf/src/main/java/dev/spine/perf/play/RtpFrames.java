package dev.spine.perf.play;

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

    private static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int MAC_HEADER = 14;
    private static final int IPV4 = 0x0800;
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

    private static int port(MemorySegment memory, long offset) {
        return u16(memory, offset + MAC_HEADER + ipHeaderBytes(memory, offset) + 2);
    }

    private static int rtpOffset(MemorySegment memory, long offset, int length) {
        if (length < MAC_HEADER + 20 + UDP_HEADER + RTP_HEADER || u16(memory, offset + 12) != IPV4
            || u8(memory, offset + MAC_HEADER) >> 4 != 4 || u8(memory, offset + MAC_HEADER + 9) != UDP
            || (u16(memory, offset + MAC_HEADER + 6) & 0x3FFF) != 0) {
            return NOT_RTP;
        }
        int rtp = MAC_HEADER + ipHeaderBytes(memory, offset) + UDP_HEADER;
        boolean whole = rtp >= MAC_HEADER + 20 + UDP_HEADER && rtp + RTP_HEADER <= length;
        return whole && u8(memory, offset + rtp) >> 6 == 2 ? rtp : NOT_RTP;
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
