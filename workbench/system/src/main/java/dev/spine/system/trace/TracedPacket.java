package dev.spine.system.trace;

import com.google.common.net.InetAddresses;
import dev.spine.iop.packet.wire.EtherType;
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
    private static final int MAC_HEADER = EtherType.HEADER_BYTES;
    private static final int IPV4_HEADER = 20;
    private static final int UDP = 17;
    private static final int UDP_HEADER = 8;

    /** {@return what it is, as far as that is easily told} */
    public String detail() {
        int length = bytes.remaining();
        if (length < MAC_HEADER) {
            return length + " bytes";
        }
        int type = EtherType.of(MemorySegment.ofBuffer(bytes), 0);
        int headerBytes = length > MAC_HEADER ? (bytes.get(MAC_HEADER) & 0xF) * 4 : 0;
        int udp = MAC_HEADER + headerBytes;
        if (type != EtherType.IPV4 || headerBytes < IPV4_HEADER || length < udp + UDP_HEADER || bytes.get(MAC_HEADER + 9) != UDP) {
            return String.format(Locale.ROOT, "type %04x, %d bytes", type, length);
        }
        return String.format(Locale.ROOT, "UDP %s:%d > %s:%d, %d bytes", ip(MAC_HEADER + 12), bytes.getShort(udp) & 0xFFFF,
            ip(MAC_HEADER + 16), bytes.getShort(udp + 2) & 0xFFFF, length);
    }

    private String ip(int at) {
        return InetAddresses.fromInteger(bytes.getInt(at)).getHostAddress();
    }
}
