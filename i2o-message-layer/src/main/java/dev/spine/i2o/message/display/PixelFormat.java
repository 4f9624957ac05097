package dev.spine.i2o.message.display;

import org.jspecify.annotations.Nullable;

/**
 * How pixels lie in memory, and the codes by which the messages of the display class name that. Bytes are given in the order of rising
 * addresses.
 *
 * <p>The <i>group</i> of a format is the smallest run of pixels that can stand alone: two in 4:2:2, one elsewhere. Immutable; any thread.
 *
 * <p>Source: this project's display class; RFC 4175 for the two formats that a stream can have.
 */
public enum PixelFormat {
    /** A little-endian half word: red [15:11], green [10:5], blue [4:0]. */
    RGB565(1, 2, 1, false),
    /** Three bytes: red, green, blue. RFC 4175 sampling RGB, 8 bit. */
    RGB888(2, 3, 1, true),
    /** A little-endian word 0xFFrrggbb: bytes blue, green, red, 0xFF. */
    XRGB8888(3, 4, 1, false),
    /** 4:2:2: for each pair of pixels from an even x four bytes Cb, Y of the even, Cr, Y of the odd one. RFC 4175 YCbCr-4:2:2, 8 bit. */
    UYVY(4, 2, 2, true);

    private static final PixelFormat[] ALL = values();

    private final int code;
    private final int bytesPerPixel;
    private final int groupPixels;
    private final boolean streamable;

    PixelFormat(int code, int bytesPerPixel, int groupPixels, boolean streamable) {
        this.code = code;
        this.bytesPerPixel = bytesPerPixel;
        this.groupPixels = groupPixels;
        this.streamable = streamable;
    }

    /** {@return the number in messages, 1 to 4; 0 names no format} */
    public int code() {
        return code;
    }

    /** {@return bytes of one pixel; in 4:2:2, half of what a pair takes} */
    public int bytesPerPixel() {
        return bytesPerPixel;
    }

    /** {@return pixels of a group: 1 or 2} */
    public int groupPixels() {
        return groupPixels;
    }

    public int groupBytes() {
        return groupPixels * bytesPerPixel;
    }

    /** {@return whether an RFC 4175 stream can carry it} */
    public boolean isStreamable() {
        return streamable;
    }

    /**
     * {@return whether a column, or a number of columns, is a whole number of groups}
     *
     * @param pixels any value
     */
    public boolean isWhole(int pixels) {
        return (pixels & groupPixels - 1) == 0;
    }

    /**
     * {@return the format with a code, or null when there is none}
     *
     * @param code any value, from a message
     */
    public static @Nullable PixelFormat ofCode(int code) {
        return code >= 1 && code <= ALL.length ? ALL[code - 1] : null;
    }
}
