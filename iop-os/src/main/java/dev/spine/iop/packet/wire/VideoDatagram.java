package dev.spine.iop.packet.wire;

import dev.spine.i2o.message.display.PixelFormat;
import java.lang.foreign.MemorySegment;

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
    private final VideoLines lines = new VideoLines();
    private MemorySegment memory = MemorySegment.NULL;
    private long rtp;
    private long ipEnd;
    private long end;

    /**
     * {@return whether a packet is an unfragmented UDP datagram over IPv4; afterwards {@link #port} is valid}
     *
     * @param packets where it is
     * @param offset of its MAC header there
     * @param length its bytes
     */
    public boolean isUdp(MemorySegment packets, long offset, int length) {
        memory = packets;
        int udp = UdpHeaders.udpOffset(packets, offset, length);
        if (udp == UdpHeaders.NOT_UDP || udp + UdpHeaders.UDP_BYTES > length || Ipv4Header.isFragment(packets, offset + UdpHeaders.IP)) {
            return false;
        }
        rtp = offset + udp + UdpHeaders.UDP_BYTES;
        // A short frame is padded to the least that Ethernet carries: the packet's own length counts.
        ipEnd = offset + UdpHeaders.IP + Ipv4Header.totalBytes(packets, offset + UdpHeaders.IP);
        end = ipEnd > offset + length ? 0 : rtp + UdpHeaders.payloadBytes(packets, rtp);
        return true;
    }

    /** {@return the destination port} */
    public int port() {
        return UdpHeaders.destinationPort(memory, rtp);
    }

    /**
     * Finds the payload header of a datagram.
     *
     * @param format of the pixels
     * @return false when headers or lines are cut or malformed
     */
    public boolean parse(PixelFormat format) {
        if (rtp + RtpHeader.BYTES > end || end > ipEnd || !RtpHeader.isRtp(memory, rtp)) {
            return false;
        }
        long header = RtpHeader.payload(memory, rtp, end);
        int padding = RtpHeader.padding(memory, rtp, end);
        if (header == RtpHeader.MALFORMED || padding == RtpHeader.MALFORMED) {
            return false;
        }
        end -= padding;
        return lines.tryWrap(memory, header, end, end, format);
    }

    /** {@return the payload header that {@link #parse} has found, and its lines} */
    public VideoLines lines() {
        return lines;
    }

    /** {@return where the bytes of the first line begin; those of the others follow} */
    public long pixels() {
        return lines.header() + lines.headerBytes();
    }

    /** {@return bytes of pixels, at least 0} */
    public int pixelBytes() {
        return (int) (end - pixels());
    }
}
