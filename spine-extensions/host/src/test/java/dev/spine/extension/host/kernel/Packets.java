package dev.spine.extension.host.kernel;

import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.MemorySegment;

/** Frames for tests. */
final class Packets {
    private Packets() {}

    static byte[] udp(int destinationPort, byte[] data) {
        byte[] frame = new byte[UdpHeaders.BYTES + Math.min(data.length, 1_472)];
        UdpHeaders.write(MemorySegment.ofArray(frame), 0, PlacedNode.ADDRESS, 0x0200_0000_0999L, 0x0A000001, 5000, 0x0A000002,
            destinationPort, 0, frame.length - UdpHeaders.BYTES);
        System.arraycopy(data, 0, frame, UdpHeaders.BYTES, frame.length - UdpHeaders.BYTES);
        return frame;
    }
}
