package dev.spine.device.display.monitor.vnc;

/** Numbers of the encodings that are known. Source: RFC 6143 sections 7.7 and 7.8. */
final class Encoding {
    /** Pixels as they are. */
    static final int RAW = 0;
    /** A copy from elsewhere on the viewer's screen. */
    static final int COPY_RECTANGLE = 1;
    /** Run lengths and palettes in tiles of 64 x 64, compressed. */
    static final int ZRLE = 16;
    /** No pixels: the screen has another size. */
    static final int DESKTOP_SIZE = -223;

    private Encoding() {
    }
}
