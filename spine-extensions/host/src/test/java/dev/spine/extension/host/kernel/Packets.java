package dev.spine.extension.host.kernel;

import java.nio.ByteBuffer;

/** Frames for tests. */
final class Packets {
    private Packets() {}

    static byte[] udp(int destinationPort, byte[] data) {
        byte[] frame = new byte[42 + Math.min(data.length, 1_472)];
        ByteBuffer out = ByteBuffer.wrap(frame);
        out.putShort((short) (PlacedNode.ADDRESS >>> 32)).putInt((int) PlacedNode.ADDRESS);
        out.putShort((short) 0x0200).putInt(0x0999);
        out.putShort((short) 0x0800);
        out.put((byte) 0x45).put((byte) 0).putShort((short) (frame.length - 14)).putInt(0);
        out.put((byte) 64).put((byte) 17).putShort((short) 0);
        out.putInt(0x0A000001).putInt(0x0A000002);
        out.putShort((short) 5000).putShort((short) destinationPort).putShort((short) (frame.length - 34)).putShort((short) 0);
        out.put(data, 0, frame.length - 42);
        return frame;
    }
}
