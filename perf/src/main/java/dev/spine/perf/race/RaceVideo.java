package dev.spine.perf.race;

import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureBuilder;
import dev.spine.iop.packet.wire.RtpHeader;
import dev.spine.iop.packet.wire.UdpHeaders;
import dev.spine.iop.packet.wire.VideoLines;
import dev.spine.system.kind.LanKind;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** The video of a race: stripes that wander, of which each packet is there once, so that it can be told which one a transfer is of. */
final class RaceVideo {
    static final int PORT = 5004;
    private static final long SENDER_MAC = 0x0200_0000_0001L;
    private static final int STRIPE = 32;

    private RaceVideo() {}

    static int headerBytes(RaceScale scale) {
        return UdpHeaders.BYTES + RtpHeader.BYTES + VideoLines.headerBytes(scale.linesOfPacket());
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
        UdpHeaders.write(MemorySegment.ofBuffer(out), 0, LanKind.STANDARD_ADDRESS, SENDER_MAC, 0x0A000001, PORT, 0x0A000002, PORT, 0,
            bytes - UdpHeaders.BYTES);
        out.position(UdpHeaders.BYTES);
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
