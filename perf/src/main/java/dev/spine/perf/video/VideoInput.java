package dev.spine.perf.video;

import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureBuilder;
import dev.spine.device.wire.capture.CaptureException;
import dev.spine.device.wire.capture.VlanTags;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.packet.wire.UdpHeaders;
import dev.spine.perf.reference.ReferenceFormat;
import dev.spine.perf.reference.ReferencePacket;
import dev.spine.perf.reference.ReferencePacket.LinePiece;
import dev.spine.perf.reference.ReferenceWindow;
import dev.spine.system.capture.BundledCapture;
import dev.spine.system.kind.CaptureKind;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Video of a capture for a comparison: a bundled one, of which everything is known, or anybody's. RTP says neither how large a picture is
 * nor how its pixels lie; the headers of RFC 4175 say where each piece of a line lies, and pieces of a line that follow each other say how
 * many bytes a pixel has. Other packets of the capture are left out: a path would wait for them in vain. Any thread.
 */
public final class VideoInput {
    private static final int MAX_SIDE = 4096;
    private static final int NO_PORT = 0;

    private VideoInput() {}

    /** A capture has nothing that can be shown. The message is one line for people. */
    public static final class NoVideoException extends Exception {
        private static final long serialVersionUID = 1L;

        private NoVideoException(String message) {
            super(message);
        }
    }

    /**
     * {@return the stream, with a window in the middle of a screen that is twice as wide and as high}
     *
     * @param nameOrFile a bundled capture or a pcap file
     * @throws CaptureException when it cannot be read; the message is one line for people
     * @throws NoVideoException when there is nothing to show in it
     */
    public static VideoStream open(String nameOrFile) throws CaptureException, NoVideoException {
        Capture capture = CaptureKind.open(nameOrFile, VlanTags.TAKE_OFF);
        for (BundledCapture bundled : BundledCapture.values()) {
            if (bundled.name().equalsIgnoreCase(nameOrFile)) {
                return stream(capture, bundled.udpPort(), ReferenceFormat.valueOf(bundled.stream().name()), bundled.width(),
                    bundled.height());
            }
        }
        int port = firstPort(capture);
        if (port == NO_PORT) {
            throw new NoVideoException(capture + "; none of them is RFC 4175 video of 8 bits in 4:2:2 or RGB, which is what can be shown:"
                + " convert it while you send (docs/video.md)");
        }
        ReferenceFormat format = continued(capture, port, ReferenceFormat.RGB888) > continued(capture, port, ReferenceFormat.UYVY)
            ? ReferenceFormat.RGB888 : ReferenceFormat.UYVY;
        return streamOf(capture, port, format);
    }

    private static VideoStream streamOf(Capture capture, int port, ReferenceFormat format) throws NoVideoException {
        CaptureBuilder video = new CaptureBuilder(capture.name());
        int width = 0;
        int height = 0;
        for (int i = 0; i < capture.packetCount(); i++) {
            List<LinePiece> pieces = pieces(capture, i, port, format);
            if (!pieces.isEmpty() && capture.packetBytes(i) > WirePort.ETHERNET_PACKET_BYTES) {
                throw new NoVideoException(capture + "; packet " + (i + 1) + " has " + capture.packetBytes(i) + " bytes, and a card takes "
                    + WirePort.ETHERNET_PACKET_BYTES + ": send with an MTU of 1500 or less");
            }
            for (LinePiece piece : pieces) {
                width = Math.max(width, end(piece, format));
                height = Math.max(height, piece.line() + 1);
            }
            if (!pieces.isEmpty()) {
                video.add(capture.packet(i).toArray(ValueLayout.JAVA_BYTE), capture.timestampNs(i));
            }
        }
        if (width > MAX_SIDE || height > MAX_SIDE) {
            throw new NoVideoException(capture + "; its pictures are " + width + " x " + height + " pixels, and a window has at most "
                + MAX_SIDE + " x " + MAX_SIDE + ": scale it while you send");
        }
        return stream(video.build(), port, format, width, height);
    }

    private static VideoStream stream(Capture capture, int port, ReferenceFormat stream, int width, int height) {
        PixelFormat format = PixelFormat.valueOf(stream.name());
        // Pixels of 4:2:2 come in pairs.
        return new VideoStream(capture, port, format, width, height, format, width * 2, height * 2, width / 2 / 2 * 2, height / 2);
    }

    private static int firstPort(Capture capture) {
        for (int i = 0; i < capture.packetCount(); i++) {
            int port = udpPort(capture, i);
            if (port != NO_PORT && !(pieces(capture, i, port, ReferenceFormat.UYVY).isEmpty()
                && pieces(capture, i, port, ReferenceFormat.RGB888).isEmpty())) {
                return port;
            }
        }
        return NO_PORT;
    }

    /** Where the UDP destination port would be; whether it is one, the reference finds out. */
    private static int udpPort(Capture capture, int packet) {
        int bytes = capture.packetBytes(packet);
        long frame = capture.packetOffset(packet);
        int payload = UdpHeaders.udpOffset(capture.packets(), frame, bytes) + UdpHeaders.UDP_BYTES;
        return payload < UdpHeaders.BYTES || payload > bytes ? NO_PORT : UdpHeaders.destinationPort(capture.packets(), frame + payload);
    }

    /** The pieces of lines that a packet brings; none when it is not of the stream, or not as the format has it. */
    private static List<LinePiece> pieces(Capture capture, int packet, int port, ReferenceFormat format) {
        ReferenceWindow window = new ReferenceWindow(port, format, 0, 0, 0, 0);
        return ReferencePacket.parse(capture.packet(packet).asByteBuffer(), window) instanceof ReferencePacket.Video video
            ? video.lines().stream().filter(piece -> piece.bytes().hasRemaining()).toList() : List.of();
    }

    private static int end(LinePiece piece, ReferenceFormat format) {
        return piece.firstPixel() + piece.bytes().remaining() / format.bytesPerPixel();
    }

    /** How many pieces begin where the one before them ends, if pixels are as the format has them. */
    private static int continued(Capture capture, int port, ReferenceFormat format) {
        int count = 0;
        LinePiece before = null;
        for (int i = 0; i < capture.packetCount(); i++) {
            for (LinePiece piece : pieces(capture, i, port, format)) {
                if (before != null && before.line() == piece.line() && end(before, format) == piece.firstPixel()) {
                    count++;
                }
                before = piece;
            }
        }
        return count;
    }
}
