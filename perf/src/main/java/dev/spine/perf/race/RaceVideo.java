package dev.spine.perf.race;

import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureBuilder;
import dev.spine.system.kind.LanKind;
import java.nio.ByteBuffer;

/** The video of a race: stripes that wander, of which each packet is there once, so that it can be told which one a transfer is of. */
final class RaceVideo {
    static final int PORT = 5004;
    private static final int MAC_HEADER = 14;
    private static final int IP_HEADER = 20;
    private static final int UDP_HEADER = 8;
    private static final int RTP_HEADER = 12;
    private static final int LINE_HEADER = 6;
    private static final int STRIPE = 32;

    private RaceVideo() {}

    static int headerBytes(RaceScale scale) {
        return MAC_HEADER + IP_HEADER + UDP_HEADER + RTP_HEADER + 2 + LINE_HEADER * scale.linesOfPacket();
    }

    /** Packets of a second, at the rate of the scale. */
    static long packetsPerSecond(RaceScale scale) {
        return Math.max(1, Math.round(scale.bitsPerSecond() / (Byte.SIZE * (headerBytes(scale) + scale.pixelBytes()))));
    }

    static Capture of(RaceScale scale) {
        CaptureBuilder builder = new CaptureBuilder("stripes");
        for (int i = 0; i < scale.packets(); i++) {
            builder.add(packet(scale, i), i);
        }
        return builder.build();
    }

    private static byte[] packet(RaceScale scale, int number) {
        int frame = number / scale.packetsOfFrame();
        int firstLine = number % scale.packetsOfFrame() * scale.linesOfPacket();
        int bytes = headerBytes(scale) + scale.pixelBytes();
        ByteBuffer out = ByteBuffer.allocate(bytes);
        out.putShort((short) (LanKind.STANDARD_ADDRESS >>> 32)).putInt((int) LanKind.STANDARD_ADDRESS);
        out.putShort((short) 0x0200).putInt(1).putShort((short) 0x0800);
        out.putShort((short) 0x4500).putShort((short) (bytes - MAC_HEADER)).putInt(0).putShort((short) 0x4011).putShort((short) 0);
        out.putInt(0x0A000001).putInt(0x0A000002);
        out.putShort((short) PORT).putShort((short) PORT).putShort((short) (bytes - MAC_HEADER - IP_HEADER)).putShort((short) 0);
        out.putShort((short) 0x8060).putShort((short) number).putInt(frame).putInt(1).putShort((short) 0);
        for (int i = 0; i < scale.linesOfPacket(); i++) {
            boolean last = i + 1 == scale.linesOfPacket();
            out.putShort((short) (scale.width() * 2)).putShort((short) (firstLine + i)).putShort((short) (last ? 0 : 0x8000));
        }
        for (int line = firstLine; line < firstLine + scale.linesOfPacket(); line++) {
            for (int x = 0; x < scale.width(); x += 2) {
                boolean light = ((x + line + frame * 8) / STRIPE & 1) == 0;
                out.put((byte) (light ? 100 : 150)).put((byte) (light ? 200 : 120)).put((byte) (light ? 140 : 110))
                    .put((byte) (light ? 200 : 120));
            }
        }
        return out.array();
    }
}
