package dev.spine.device.display.surface;

import dev.spine.i2o.message.display.PixelFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Converts runs of pixels from one format into another, by integers that are the same on every path and machine.
 *
 * <p>The rule is ITU-R BT.601 with limited range (Y 16 to 235, Cb and Cr 16 to 240) in 8-bit fixed point; {@code >>} is the arithmetic
 * shift, {@code clip} limits to 0 to 255.
 * <pre>
 *   c = Y - 16,  d = Cb - 128,  e = Cr - 128
 *   red   = clip((298 c         + 409 e + 128) >> 8)
 *   green = clip((298 c - 100 d - 208 e + 128) >> 8)
 *   blue  = clip((298 c + 516 d         + 128) >> 8)
 *
 *   Y  = (( 66 red + 129 green +  25 blue + 128) >> 8) +  16
 *   Cb = ((-38 red -  74 green + 112 blue + 128) >> 8) + 128
 *   Cr = ((112 red -  94 green -  18 blue + 128) >> 8) + 128
 * </pre>
 * <ul>
 * <li>Equal formats are copied as they are, the unused byte of XRGB8888 included; that is done by DMA and not here.</li>
 * <li>To RGB565 the lower bits are dropped; from RGB565 the upper bits are repeated below: {@code r8 = r5 << 3 | r5 >> 2},
 *     {@code g8 = g6 << 2 | g6 >> 4}. The unused byte of XRGB8888 is written as 0xFF and ignored when read.</li>
 * <li>From 4:2:2, both pixels of a pair have the pair's colour difference; nothing is interpolated.</li>
 * <li>To 4:2:2, the pixel with the even column owns the pair's colour difference, the odd one only its own brightness: a pixel with an
 *     even column writes Cb, Y and Cr, one with an odd column only Y.</li>
 * </ul>
 *
 * <p>Allocates nothing; no state; any thread. Source: ITU-R BT.601; the rest is this project's rule.
 */
public final class SurfaceConverter {
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfShort HALF = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private SurfaceConverter() {
    }

    /**
     * Converts a run.
     *
     * @param source memory of the source pixels
     * @param sourceOffset byte offset of the first source group
     * @param from format of the source
     * @param skip pixels of the first group to leave out: less than a group, so 0, or 1 in 4:2:2
     * @param destination memory of the destination
     * @param lineOffset byte offset of column 0 of the destination line
     * @param to format of the destination
     * @param column first column to write, at least 0
     * @param pixels how many, at least 0
     * @throws IndexOutOfBoundsException the run leaves one of the memories; pixels before that place are written
     */
    public static void convert(MemorySegment source, long sourceOffset, PixelFormat from, int skip, MemorySegment destination,
        long lineOffset, PixelFormat to, int column, int pixels) {
        if (to == PixelFormat.UYVY) {
            if (from == PixelFormat.UYVY) {
                betweenPairs(source, sourceOffset, skip, destination, lineOffset, column, pixels);
            } else {
                toPairs(source, sourceOffset, from, destination, lineOffset, column, pixels);
            }
        } else {
            for (int i = 0; i < pixels; i++) {
                put(destination, lineOffset + (long) (column + i) * to.bytesPerPixel(), to, rgb(source, sourceOffset, from, skip + i));
            }
        }
    }

    private static void betweenPairs(MemorySegment source, long sourceOffset, int skip, MemorySegment destination, long lineOffset,
        int column, int pixels) {
        for (int i = 0; i < pixels; i++) {
            int index = skip + i;
            int pair = source.get(WORD, sourceOffset + (index >> 1) * 4L);
            putInPair(destination, lineOffset, column + i, brightness(pair, index), pair & 0xFF, pair >>> 16 & 0xFF);
        }
    }

    private static void toPairs(MemorySegment source, long sourceOffset, PixelFormat from, MemorySegment destination, long lineOffset,
        int column, int pixels) {
        for (int i = 0; i < pixels; i++) {
            int rgb = rgb(source, sourceOffset, from, i);
            putInPair(destination, lineOffset, column + i, yOf(rgb), cbOf(rgb), crOf(rgb));
        }
    }

    private static void putInPair(MemorySegment destination, long lineOffset, int column, int y, int cb, int cr) {
        long at = lineOffset + (column >> 1) * 4L;
        if ((column & 1) == 0) {
            destination.set(BYTE, at, (byte) cb);
            destination.set(BYTE, at + 1, (byte) y);
            destination.set(BYTE, at + 2, (byte) cr);
        } else {
            destination.set(BYTE, at + 3, (byte) y);
        }
    }

    private static void put(MemorySegment destination, long at, PixelFormat to, int rgb) {
        switch (to) {
            case RGB565 -> destination.set(HALF, at, (short) (rgb >> 8 & 0xF800 | rgb >> 5 & 0x07E0 | rgb >> 3 & 0x001F));
            case RGB888 -> {
                destination.set(BYTE, at, (byte) (rgb >> 16));
                destination.set(BYTE, at + 1, (byte) (rgb >> 8));
                destination.set(BYTE, at + 2, (byte) rgb);
            }
            case XRGB8888 -> destination.set(WORD, at, rgb | 0xFF00_0000);
            case UYVY -> throw new IllegalArgumentException("a pixel of 4:2:2 has no place of its own");
        }
    }

    /**
     * {@return the colour of one pixel as 0x00rrggbb}
     *
     * @param source memory of the pixels
     * @param offset byte offset of pixel 0; in 4:2:2, of a pair
     * @param from their format
     * @param index which pixel, at least 0
     * @throws IndexOutOfBoundsException the pixel lies outside the memory
     */
    public static int rgb(MemorySegment source, long offset, PixelFormat from, int index) {
        return switch (from) {
            case RGB565 -> {
                int half = source.get(HALF, offset + index * 2L) & 0xFFFF;
                int red = half >> 11;
                int green = half >> 5 & 0x3F;
                int blue = half & 0x1F;
                yield (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 | blue << 3 | blue >> 2;
            }
            case RGB888 -> {
                long at = offset + index * 3L;
                yield (source.get(BYTE, at) & 0xFF) << 16 | (source.get(BYTE, at + 1) & 0xFF) << 8 | source.get(BYTE, at + 2) & 0xFF;
            }
            case XRGB8888 -> source.get(WORD, offset + index * 4L) & 0x00FF_FFFF;
            case UYVY -> {
                int pair = source.get(WORD, offset + (index >> 1) * 4L);
                yield rgbOf(brightness(pair, index), pair & 0xFF, pair >>> 16 & 0xFF);
            }
        };
    }

    /** The brightness of the even or odd pixel of a pair: byte 1 or byte 3. */
    private static int brightness(int pair, int index) {
        return pair >>> 8 + (index & 1) * 16 & 0xFF;
    }

    /**
     * {@return a colour as 0x00rrggbb}
     *
     * @param y brightness, 0 to 255
     * @param cb blue difference, 0 to 255
     * @param cr red difference, 0 to 255
     */
    public static int rgbOf(int y, int cb, int cr) {
        int c = 298 * (y - 16) + 128;
        int d = cb - 128;
        int e = cr - 128;
        int red = clip(c + 409 * e >> 8);
        int green = clip(c - 100 * d - 208 * e >> 8);
        int blue = clip(c + 516 * d >> 8);
        return red << 16 | green << 8 | blue;
    }

    /**
     * {@return the brightness of a colour, 16 to 235}
     *
     * @param rgb 0x00rrggbb
     */
    public static int yOf(int rgb) {
        return (66 * (rgb >> 16 & 0xFF) + 129 * (rgb >> 8 & 0xFF) + 25 * (rgb & 0xFF) + 128 >> 8) + 16;
    }

    /**
     * {@return the blue difference of a colour, 16 to 240}
     *
     * @param rgb 0x00rrggbb
     */
    public static int cbOf(int rgb) {
        return (-38 * (rgb >> 16 & 0xFF) - 74 * (rgb >> 8 & 0xFF) + 112 * (rgb & 0xFF) + 128 >> 8) + 128;
    }

    /**
     * {@return the red difference of a colour, 16 to 240}
     *
     * @param rgb 0x00rrggbb
     */
    public static int crOf(int rgb) {
        return (112 * (rgb >> 16 & 0xFF) - 94 * (rgb >> 8 & 0xFF) - 18 * (rgb & 0xFF) + 128 >> 8) + 128;
    }

    private static int clip(int value) {
        return Math.max(0, Math.min(255, value));
    }
}
