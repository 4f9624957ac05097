package dev.spine.device.display.surface;

import dev.spine.i2o.message.display.PixelFormat;

/**
 * Where the pixels of a surface lie. Immutable; any thread.
 *
 * @param width pixels of a line, 1 to 32767; whole pixel groups
 * @param height lines, 1 to 32767
 * @param format how a pixel lies in memory
 * @param strideBytes from the first byte of a line to the first byte of the next: at least what the pixels of a line take
 */
public record SurfaceGeometry(int width, int height, PixelFormat format, int strideBytes) {
    /** The largest width or height: coordinates in messages have 16 bits and a sign. */
    public static final int MAX_SIZE = 0x7FFF;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException a value is outside its range, or the surface takes 2 GiB or more
     */
    public SurfaceGeometry {
        if (width < 1 || width > MAX_SIZE || height < 1 || height > MAX_SIZE) {
            throw new IllegalArgumentException("a surface of " + width + " x " + height + " pixels; give 1 to " + MAX_SIZE + " each");
        }
        if (!format.isWhole(width)) {
            throw new IllegalArgumentException("a surface of format " + format + " is " + width + " pixels wide; give an even width");
        }
        if (strideBytes < width * format.bytesPerPixel()) {
            throw new IllegalArgumentException("a stride of " + strideBytes + " bytes; " + width + " pixels of " + format
                + " need at least " + width * format.bytesPerPixel());
        }
        if ((long) strideBytes * height > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a surface of " + (long) strideBytes * height + " bytes; give less than 2 GiB");
        }
    }

    /**
     * A surface whose lines follow each other without a gap.
     *
     * @param width pixels of a line
     * @param height lines
     * @param format how a pixel lies in memory
     * @return the geometry
     */
    public static SurfaceGeometry packed(int width, int height, PixelFormat format) {
        return new SurfaceGeometry(width, height, format, Math.multiplyExact(width, format.bytesPerPixel()));
    }

    /** {@return the bytes that the pixels of a line take, without the gap to the next} */
    public int lineBytes() {
        return width * format.bytesPerPixel();
    }

    /** {@return the size of the surface in bytes, the gap after the last line included} */
    public int bytes() {
        return strideBytes * height;
    }

    /**
     * {@return the byte offset of a pixel; in 4:2:2, of the pair that it belongs to}
     *
     * @param x column, 0 to width - 1
     * @param y line, 0 to height - 1
     */
    public int offsetOf(int x, int y) {
        return y * strideBytes + (x & -format.groupPixels()) * format.bytesPerPixel();
    }
}
