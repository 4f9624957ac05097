package dev.spine.perf.trace;

import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * A frame that arrives at a port of a wire. Immutable as long as nobody writes the bytes.
 *
 * @param timeNs when it arrives, on the engine's clock
 * @param port the port's list of arrivals
 * @param bytes the frame, without its check sequence
 */
record TracedPacket(long timeNs, String port, byte[] bytes) {
    private static final int MAC_HEADER = 14;
    private static final int TYPE_OFFSET = 12;
    private static final int IPV4 = 0x0800;
    private static final int IPV4_HEADER = 20;
    private static final int UDP = 17;
    private static final int UDP_HEADER = 8;

    /** {@return what it is, as far as that is easily told} */
    String detail() {
        ByteBuffer frame = ByteBuffer.wrap(bytes);
        if (bytes.length < MAC_HEADER) {
            return bytes.length + " bytes";
        }
        int type = frame.getShort(TYPE_OFFSET) & 0xFFFF;
        int headerBytes = bytes.length > MAC_HEADER ? (frame.get(MAC_HEADER) & 0xF) * 4 : 0;
        int udp = MAC_HEADER + headerBytes;
        if (type != IPV4 || headerBytes < IPV4_HEADER || bytes.length < udp + UDP_HEADER || frame.get(MAC_HEADER + 9) != UDP) {
            return String.format(Locale.ROOT, "type %04x, %d bytes", type, bytes.length);
        }
        return String.format(Locale.ROOT, "UDP %s:%d > %s:%d, %d bytes", ip(MAC_HEADER + 12), frame.getShort(udp) & 0xFFFF,
            ip(MAC_HEADER + 16), frame.getShort(udp + 2) & 0xFFFF, bytes.length);
    }

    private String ip(int at) {
        return (bytes[at] & 0xFF) + "." + (bytes[at + 1] & 0xFF) + "." + (bytes[at + 2] & 0xFF) + "." + (bytes[at + 3] & 0xFF);
    }
}
