package dev.spine.device.display.monitor.vnc;

import dev.spine.device.display.surface.SurfaceConverter;
import dev.spine.i2o.message.display.PixelFormat;
import java.lang.foreign.MemorySegment;

/** Turns pixels of the surface into pixels of a viewer, and those into bytes. Immutable; any thread. */
final class Translation {
    private final ViewerFormat format;
    private final boolean asIs;
    // By component: the colour's part of a pixel. A map's index is made of the same parts.
    private final int[] red = new int[256];
    private final int[] green = new int[256];
    private final int[] blue = new int[256];

    /**
     * A translation.
     *
     * @param format what the viewer wants
     */
    Translation(ViewerFormat format) {
        this.format = format;
        this.asIs = format.trueColour() && format.pixelOf(0x12_3456) == 0x12_3456 && format.pixelOf(0xFF_FFFF) == 0xFF_FFFF;
        for (int value = 0; value < 256; value++) {
            red[value] = format.pixelOf(value << 16);
            green[value] = format.pixelOf(value << 8);
            blue[value] = format.pixelOf(value);
        }
    }

    /** {@return what the viewer wants} */
    ViewerFormat format() {
        return format;
    }

    /**
     * Translates a run of pixels of one line.
     *
     * @param memory of the surface's pixels
     * @param lineOffset byte offset of the line's column 0
     * @param from the surface's format
     * @param column the first pixel's
     * @param pixels receives the pixels as numbers
     * @param at index of the first
     * @param count how many
     */
    void translate(MemorySegment memory, long lineOffset, PixelFormat from, int column, int[] pixels, int at, int count) {
        for (int i = 0; i < count; i++) {
            int rgb = SurfaceConverter.rgb(memory, lineOffset, from, column + i);
            pixels[at + i] = asIs ? rgb : red[rgb >> 16] | green[rgb >> 8 & 0xFF] | blue[rgb & 0xFF];
        }
    }

    /**
     * Puts a pixel as RFB's PIXEL.
     *
     * @param pixel the pixel as a number
     * @param bytes receives its bytes
     * @param at index of the first
     * @return index behind the last
     */
    int put(int pixel, byte[] bytes, int at) {
        return put(pixel, format.bytes(), bytes, at);
    }

    /**
     * Puts a pixel as ZRLE's CPIXEL.
     *
     * @param pixel the pixel as a number
     * @param bytes receives its bytes
     * @param at index of the first
     * @return index behind the last
     */
    int putCompressed(int pixel, byte[] bytes, int at) {
        return put(pixel >>> format.compressedShift(), format.compressedBytes(), bytes, at);
    }

    private int put(int value, int count, byte[] bytes, int at) {
        for (int i = 0; i < count; i++) {
            int shift = format.bigEndian() ? (count - 1 - i) * 8 : i * 8;
            bytes[at + i] = (byte) (value >>> shift);
        }
        return at + count;
    }
}
