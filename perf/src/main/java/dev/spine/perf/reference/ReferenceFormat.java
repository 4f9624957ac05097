package dev.spine.perf.reference;

/** How the pixels of a surface, or of a stream, lie in memory. Bytes are named in the order of rising addresses. Any thread. */
public enum ReferenceFormat {
    /**
     * 4:2:2, 8 bit: for each pair of pixels with an even and the next odd x four bytes Cb, Y of the even, Cr, Y of the odd
     * pixel. RFC 4175 sampling YCbCr-4:2:2. Only for surfaces of even width.
     */
    UYVY(2),
    /** Three bytes red, green, blue. RFC 4175 sampling RGB with 8 bit. */
    RGB888(3),
    /** A little-endian word 0xFFrrggbb: bytes blue, green, red, 0xFF. Surfaces only. */
    XRGB8888(4),
    /**
     * A little-endian half word: red in bits 15 to 11, green in 10 to 5, blue in 4 to 0, each the upper bits of the 8-bit
     * value (the lower bits are dropped, nothing is rounded). Surfaces only.
     */
    RGB565(2);

    private final int bytesPerPixel;

    ReferenceFormat(int bytesPerPixel) {
        this.bytesPerPixel = bytesPerPixel;
    }

    /** Bytes that one pixel takes; in 4:2:2, half of what a pair takes. */
    public int bytesPerPixel() {
        return bytesPerPixel;
    }

    /** True for what RFC 4175 can carry here: 4:2:2 and RGB. */
    boolean canBeStreamed() {
        return this == UYVY || this == RGB888;
    }

    /** Pixels that cannot be told apart in a stream of this format. */
    int pixelsPerGroup() {
        return this == UYVY ? 2 : 1;
    }
}
