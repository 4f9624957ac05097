package dev.spine.extension.runtime;

import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.MemorySegment;

/** Frames with UDP over IPv4, of the least length that Ethernet carries or longer. */
final class UdpPacket {
    private static final int MIN_BYTES = 60;

    private UdpPacket() {}

    /** A frame to a port, with the bytes that its data begins with. */
    static byte[] to(int port, int... data) {
        byte[] packet = new byte[Math.max(MIN_BYTES, UdpHeaders.BYTES + data.length)];
        UdpHeaders.write(MemorySegment.ofArray(packet), 0, 0, 0, 0, 0, 0, port, 0, packet.length - UdpHeaders.BYTES);
        for (int i = 0; i < data.length; i++) {
            packet[UdpHeaders.BYTES + i] = (byte) data[i];
        }
        return packet;
    }
}
