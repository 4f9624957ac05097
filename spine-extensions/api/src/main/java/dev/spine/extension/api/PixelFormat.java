package dev.spine.extension.api;

/** How pixels lie in memory. Codes are those of the display's messages. Any thread. */
public enum PixelFormat {
    /** 16 bits, little-endian: red [15:11], green [10:5], blue [4:0]. */
    RGB565(1, 2),
    /** 3 bytes: red, green, blue. */
    RGB888(2, 3),
    /** 32 bits, little-endian: red [23:16], green [15:8], blue [7:0]. */
    XRGB8888(3, 4),
    /** 4:2:2, two pixels in 4 bytes: Cb, Y of the left, Cr, Y of the right. */
    UYVY(4, 2);

    private static final PixelFormat[] ALL = values();

    private final int code;
    private final int bytesPerPixel;

    PixelFormat(int code, int bytesPerPixel) {
        this.code = code;
        this.bytesPerPixel = bytesPerPixel;
    }

    /** {@return the number in messages} */
    public int code() {
        return code;
    }

    /** {@return bytes of one pixel, on average} */
    public int bytesPerPixel() {
        return bytesPerPixel;
    }

    /**
     * {@return the format with a code}
     *
     * @param code 1 to 4
     * @throws IllegalArgumentException for other codes
     */
    public static PixelFormat of(int code) {
        if (code < 1 || code > ALL.length) {
            throw new IllegalArgumentException("there is no pixel format " + code + "; formats are 1 to " + ALL.length);
        }
        return ALL[code - 1];
    }
}
