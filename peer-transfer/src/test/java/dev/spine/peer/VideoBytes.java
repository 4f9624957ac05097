package dev.spine.peer;

import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.MemorySegment;
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
        byte[] frame = new byte[Math.max(60, UdpHeaders.BYTES + payload.position())];
        UdpHeaders.write(MemorySegment.ofArray(frame), 0, 0x0200_0000_0001L, 0x0200_0000_0002L, 0x0A000001, 4000, 0x0A000002, udpPort, 0,
            payload.position());
        System.arraycopy(payload.array(), 0, frame, UdpHeaders.BYTES, payload.position());
        return frame;
    }
}
