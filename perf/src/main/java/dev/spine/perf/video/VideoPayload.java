package dev.spine.perf.video;

import dev.spine.device.wire.capture.Capture;
import dev.spine.perf.reference.ReferenceFormat;
import dev.spine.perf.reference.ReferencePacket;
import dev.spine.perf.reference.ReferenceWindow;
import dev.spine.system.scenario.IncompleteRunException;

/** How many payload bytes, pixels shown, the packets of a repeated capture bring, as the independent reference reads them. */
final class VideoPayload {
    private VideoPayload() {}

    /** Bytes of pixels, in the screen's format, that lie in the window and on the screen. */
    static long bytes(VideoStream stream, long packets) {
        Capture capture = stream.capture();
        int count = capture.packetCount();
        long lap = 0;
        long rest = packets % count;
        long partial = 0;
        ReferenceWindow window = new ReferenceWindow(stream.port(), ReferenceFormat.valueOf(stream.format().name()), stream.x(), stream.y(),
            stream.width(), stream.height());
        for (int i = 0; i < count; i++) {
            long bytes = bytes(ReferencePacket.parse(capture.packet(i).asByteBuffer(), window), stream);
            lap += bytes;
            partial += i < rest ? bytes : 0;
        }
        return packets / count * lap + partial;
    }

    /**
     * Checks that a modelled path has shown something: of nothing there is no rate and no share.
     *
     * @throws IncompleteRunException when it has not
     */
    static void checkShown(String path, long shown, long offered) {
        if (shown == 0) {
            throw new IncompleteRunException("path " + path + " has shown none of " + offered + " packets");
        }
    }

    private static long bytes(ReferencePacket packet, VideoStream stream) {
        if (!(packet instanceof ReferencePacket.Video video)) {
            return 0;
        }
        long pixels = 0;
        for (ReferencePacket.LinePiece piece : video.lines()) {
            int width = piece.bytes().remaining() / stream.format().bytesPerPixel();
            long left = Math.max(0, Math.max(piece.firstPixel(), -stream.x()));
            long right = Math.min(Math.min(piece.firstPixel() + width, stream.width()), stream.screenWidth() - stream.x());
            int line = piece.line() + stream.y();
            if (right > left && piece.line() < stream.height() && line >= 0 && line < stream.screenHeight()) {
                pixels += right - left;
            }
        }
        return pixels * stream.screenFormat().bytesPerPixel();
    }
}
