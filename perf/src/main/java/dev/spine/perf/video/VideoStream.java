package dev.spine.perf.video;

import dev.spine.device.wire.capture.Capture;
import dev.spine.i2o.message.display.PixelFormat;

/**
 * What is shown, and where. Any thread.
 *
 * @param capture the packets
 * @param port UDP destination port of the stream
 * @param format how its pixels lie: RGB888 or UYVY
 * @param width pixels of a line
 * @param height lines
 * @param screenFormat how the screen's pixels lie
 * @param screenWidth pixels of a line of the screen
 * @param screenHeight lines of the screen
 * @param x left column of the window
 * @param y top line of the window
 */
public record VideoStream(Capture capture, int port, PixelFormat format, int width, int height, PixelFormat screenFormat, int screenWidth,
    int screenHeight, int x, int y) {}
