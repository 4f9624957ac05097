package dev.spine.peer;

import java.nio.ByteBuffer;

/** Builds RFC 4175 packets byte by byte. */
final class VideoBytes {
    private VideoBytes() {
    }

    /**
     * A packet.
     *
     * @param udpPort destination port
     * @param csrcs how many contributing sources the RTP header lists
     * @param extensionWords words of an RTP header extension, or -1 for none
     * @param padding bytes of RTP padding, 0 for none
     * @param lines bytes of pixels of each line
     */
    static byte[] packet(int udpPort, int csrcs, int extensionWords, int padding, int... lines) {
        ByteBuffer payload = ByteBuffer.allocate(1900);
        payload.put((byte) (0x80 | (padding > 0 ? 0x20 : 0) | (extensionWords >= 0 ? 0x10 : 0) | csrcs)).put((byte) 96).putShort((short) 7)
            .putInt(1234).putInt(0xCAFE);
        for (int i = 0; i < csrcs; i++) {
            payload.putInt(i);
        }
        if (extensionWords >= 0) {
            payload.putShort((short) 0xBEDE).putShort((short) extensionWords).put(new byte[4 * extensionWords]);
        }
        payload.putShort((short) 1);
        int pixels = 0;
        for (int i = 0; i < lines.length; i++) {
            payload.putShort((short) lines[i]).putShort((short) i).putShort((short) (i + 1 < lines.length ? 0x8000 : 0));
            pixels += lines[i];
        }
        for (int i = 0; i < pixels; i++) {
            payload.put((byte) (i * 7));
        }
        if (padding > 0) {
            payload.put(new byte[padding - 1]).put((byte) padding);
        }
        int udpBytes = 8 + payload.position();
        ByteBuffer frame = ByteBuffer.allocate(Math.max(60, 14 + 20 + udpBytes));
        frame.put(new byte[] {2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0});
        frame.put((byte) 0x45).put((byte) 0).putShort((short) (20 + udpBytes)).putInt(0).put((byte) 64).put((byte) 17).putShort((short) 0)
            .putInt(0x0A000001).putInt(0x0A000002);
        frame.putShort((short) 4000).putShort((short) udpPort).putShort((short) udpBytes).putShort((short) 0);
        frame.put(payload.array(), 0, payload.position());
        return frame.array();
    }
}
