package dev.spine.system.trace;

import com.google.common.net.InetAddresses;
import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.Ipv4Header;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * A frame that arrives at a port of a wire. Immutable.
 *
 * @param timeNs when it arrives, on the engine's clock
 * @param port the port's list of arrivals
 * @param bytes the frame from index 0 on, read-only, most significant byte first, without its check sequence
 */
public record TracedPacket(long timeNs, String port, ByteBuffer bytes) {
    /** {@return what it is, as far as that is easily told} */
    public String detail() {
        int length = bytes.remaining();
        if (length < EtherType.HEADER_BYTES) {
            return length + " bytes";
        }
        MemorySegment frame = MemorySegment.ofBuffer(bytes);
        int udp = UdpHeaders.udpOffset(frame, 0, length);
        if (udp == UdpHeaders.NOT_UDP || length < udp + UdpHeaders.UDP_BYTES) {
            return String.format(Locale.ROOT, "type %04x, %d bytes", EtherType.of(frame, 0), length);
        }
        return String.format(Locale.ROOT, "UDP %s:%d > %s:%d, %d bytes", ip(Ipv4Header.source(frame, UdpHeaders.IP)),
            bytes.getShort(udp) & 0xFFFF, ip(Ipv4Header.destination(frame, UdpHeaders.IP)), bytes.getShort(udp + 2) & 0xFFFF, length);
    }

    private static String ip(int address) {
        return InetAddresses.fromInteger(address).getHostAddress();
    }
}
