package dev.spine.host.display;

import dev.spine.i2o.message.display.PixelFormat;

/**
 * The screen of a display. Immutable; any thread.
 *
 * @param width pixels of a line
 * @param height lines
 * @param strideBytes bytes from line to line
 * @param format how a pixel lies in memory; pixels of this format are put by DMA alone
 * @param windows how many windows there can be
 */
public record DisplayMode(int width, int height, int strideBytes, PixelFormat format, int windows) {
}
