package dev.spine.command.play;

import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureBuilder;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.perf.video.VideoStream;

/**
 * What the pictures of a stream and of the screen look like: what RTP does not say and a person must.
 *
 * @param width pixels of a line of the video
 * @param height lines of the video
 * @param format how its pixels lie
 * @param screen size of the screen
 * @param screenFormat how the screen's pixels lie
 */
record VideoShape(int width, int height, PixelFormat format, ScreenSize screen, PixelFormat screenFormat) {
    /**
     * {@return the stream, shown at the upper left of the screen}
     *
     * @param port its UDP destination port
     */
    VideoStream stream(int port) {
        // What is played is on the wire; the capture of a stream is for those who compare with it.
        Capture nothing = new CaptureBuilder("played").build();
        return new VideoStream(nothing, port, format, width, height, screenFormat, screen.width(), screen.height(), 0, 0);
    }
}
