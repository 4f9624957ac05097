package dev.spine.device.display.surface;

import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The frame memory of a display: a geometry over a region of the bus.
 *
 * <p>Its bytes change under the reader's eyes while peers draw; a reader who wants one moment reads while the engine stands still. All
 * methods may be called by any thread then, by the display's agent at any time.
 */
public final class Surface {
    private static final ValueLayout.OfInt PAIR = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int BLACK_PAIR = 0x80_10_80_10;

    private final SurfaceGeometry geometry;
    private final Region region;

    /**
     * A surface, black.
     *
     * @param geometry where the pixels lie
     * @param region the frame memory, of exactly the geometry's bytes
     * @throws IllegalArgumentException the region has another size
     */
    public Surface(SurfaceGeometry geometry, Region region) {
        if (region.length() != geometry.bytes()) {
            throw new IllegalArgumentException("region '" + region.name() + "' has " + region.length() + " bytes, the surface needs "
                + geometry.bytes());
        }
        this.geometry = geometry;
        this.region = region;
        clear();
    }

    /** {@return where the pixels lie} */
    public SurfaceGeometry geometry() {
        return geometry;
    }

    /** {@return the frame memory} */
    public Region region() {
        return region;
    }

    /** {@return the bytes of the frame memory; not to be kept beyond one step} */
    public MemorySegment memory() {
        return region.memory();
    }

    /**
     * {@return the bus address of a pixel's first byte; in 4:2:2, of its pair's}
     *
     * @param x column, 0 to width - 1
     * @param y line, 0 to height - 1
     */
    public long addressOf(int x, int y) {
        return region.base() + geometry.offsetOf(x, y);
    }

    /**
     * {@return the colour of a pixel as 0x00rrggbb, by the rules of {@link SurfaceConverter}}
     *
     * @param x column, 0 to width - 1
     * @param y line, 0 to height - 1
     */
    public int rgbAt(int x, int y) {
        return SurfaceConverter.rgb(memory(), geometry.offsetOf(x, y), geometry.format(), x & geometry.format().groupPixels() - 1);
    }

    /** {@return a copy of all bytes, line 0 first, the gaps between lines included: what a raw dump holds} */
    public byte[] toBytes() {
        return memory().toArray(ValueLayout.JAVA_BYTE);
    }

    /** {@return the CRC-32C of all bytes, the gaps between lines included} */
    public long checksum() {
        CRC32C checksum = new CRC32C();
        checksum.update(memory().asByteBuffer());
        return checksum.getValue();
    }

    /** Makes all pixels black and the bytes between lines 0, as at power-on. */
    public void clear() {
        MemorySegment bytes = memory();
        bytes.fill((byte) 0);
        if (geometry.format() != PixelFormat.UYVY) {
            return;
        }
        // Where 0 is a dark green: black has no colour difference and the least brightness.
        for (int line = 0; line < geometry.height(); line++) {
            long begin = (long) line * geometry.strideBytes();
            for (long at = begin; at < begin + geometry.lineBytes(); at += Integer.BYTES) {
                bytes.set(PAIR, at, BLACK_PAIR);
            }
        }
    }

    @Override
    public String toString() {
        return "surface " + geometry.width() + " x " + geometry.height() + " " + geometry.format();
    }
}
