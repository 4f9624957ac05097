package dev.spine.command.play;

import dev.spine.iop.packet.wire.Ipv4Header;
import dev.spine.iop.packet.wire.RtpHeader;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.MemorySegment;

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

    private static final int PORT_BYTES = 4;

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
        int found = portOfRtp(memory, offset, length);
        if (found == OTHER || found != port) {
            return OTHER;
        }
        long rtp = offset + UdpHeaders.udpOffset(memory, offset, length) + UdpHeaders.UDP_BYTES;
        int stamp = RtpHeader.timeStamp(memory, rtp);
        boolean marker = RtpHeader.isMarked(memory, rtp);
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
        int udp = UdpHeaders.udpOffset(memory, offset, length);
        if (udp == UdpHeaders.NOT_UDP || Ipv4Header.isFragment(memory, offset + UdpHeaders.IP)) {
            return OTHER;
        }
        int rtp = udp + UdpHeaders.UDP_BYTES;
        boolean isRtp = rtp + RtpHeader.BYTES <= length && RtpHeader.isRtp(memory, offset + rtp);
        return isRtp ? UdpHeaders.destinationPort(memory, offset + rtp) : OTHER;
    }

    /**
     * {@return what a packet is to the stream's port}
     *
     * @param memory where the packet lies
     * @param offset of its MAC header
     * @param length bytes of the packet
     */
    Kind kindOf(MemorySegment memory, long offset, int length) {
        int udp = UdpHeaders.udpOffset(memory, offset, length);
        if (udp == UdpHeaders.NOT_UDP) {
            return Kind.OTHER;
        }
        if (Ipv4Header.isFragment(memory, offset + UdpHeaders.IP)) {
            return Kind.FRAGMENT;
        }
        boolean isToPort = udp + PORT_BYTES <= length && UdpHeaders.destinationPort(memory, offset + udp + UdpHeaders.UDP_BYTES) == port;
        return isToPort ? Kind.TO_PORT : Kind.OTHER;
    }

    /**
     * {@return whether a packet is a part of a UDP datagram}
     *
     * @param memory where the packet lies
     * @param offset of its MAC header
     * @param length bytes of the packet
     */
    static boolean isFragment(MemorySegment memory, long offset, int length) {
        return UdpHeaders.udpOffset(memory, offset, length) != UdpHeaders.NOT_UDP
            && Ipv4Header.isFragment(memory, offset + UdpHeaders.IP);
    }
}
