package dev.spine.command.boot;

import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureException;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.perf.video.VideoStream;
import dev.spine.perf.video.VideoSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.capture.BundledCapture;
import dev.spine.system.kind.CaptureKind;

/**
 * The system that is booted when no file describes another: that of the video workload, with the bundled colour bars on its wire and a
 * screen of 640 x 480 pixels. {@code docs/system-files.md} shows the same system as a file. Any thread.
 */
public final class BuiltInSystem {
    private static final String PROFILE = "lanai-33";
    private static final int RECEIVE_BUFFERS = 256;

    private BuiltInSystem() {}

    /** {@return the built-in system} */
    public static SystemDescription describe() {
        BundledCapture bars = BundledCapture.BARS;
        try {
            Capture capture = bars.read();
            VideoStream stream = new VideoStream(capture, bars.udpPort(), PixelFormat.UYVY, bars.width(), bars.height(), PixelFormat.UYVY,
                640, 480, 0, 0);
            return VideoSystem.describe(stream, PROFILE, 1, "capture",
                new CaptureKind.Spec(VideoSystem.WIRE, capture, RECEIVE_BUFFERS));
        } catch (CaptureException e) {
            throw new IllegalStateException("the bundled capture is damaged: build again", e);
        }
    }
}
