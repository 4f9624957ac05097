package dev.spine.perf.reference;

/**
 * Geometry of a surface. Any thread.
 *
 * @param width       pixels in a line, at least 1; even in 4:2:2
 * @param height      lines, at least 1
 * @param format      how a pixel lies in memory
 * @param strideBytes from the first byte of a line to the first byte of the next; at least what the pixels of a line take
 */
public record ReferenceSurface(int width, int height, ReferenceFormat format, int strideBytes) {
    /**
     * Checks the geometry.
     *
     * @throws IllegalArgumentException if a value is outside its range or the surface is 2 GiB or larger
     */
    public ReferenceSurface {
        if (width < 1 || height < 1) {
            throw new IllegalArgumentException("a surface of " + width + " x " + height + " pixels; give at least 1 x 1");
        }
        if (width % format.pixelsPerGroup() != 0) {
            throw new IllegalArgumentException("a 4:2:2 surface " + width + " pixels wide; give an even width");
        }
        if (strideBytes < (long) width * format.bytesPerPixel()) {
            throw new IllegalArgumentException(
                    "a stride of " + strideBytes + " bytes for " + width + " pixels of " + format.bytesPerPixel() + " bytes");
        }
        if ((long) strideBytes * height > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a surface of " + (long) strideBytes * height + " bytes; the reference takes 2 GiB");
        }
    }

    /** A surface whose lines follow each other without a gap. */
    public static ReferenceSurface packed(int width, int height, ReferenceFormat format) {
        return new ReferenceSurface(width, height, format, Math.multiplyExact(width, format.bytesPerPixel()));
    }

    /** Size of the surface in bytes. */
    public int bytes() {
        return strideBytes * height;
    }

    /** Offset of the first byte of pixel (x, y); in 4:2:2, of the pair that the pixel belongs to. */
    int offsetOf(int x, int y) {
        int group = format.pixelsPerGroup();
        return y * strideBytes + (x - x % group) * format.bytesPerPixel();
    }
}
