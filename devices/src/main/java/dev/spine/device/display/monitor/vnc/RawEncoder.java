package dev.spine.device.display.monitor.vnc;

import java.io.IOException;

/** Writes rectangles as they are. Used by the viewer's sending thread. Source: RFC 6143 section 7.7.1. */
final class RawEncoder {
    private static final int MAX_PIXEL_BYTES = 4;

    private int[] pixels = new int[0];
    private byte[] bytes = new byte[0];

    /** An encoder. */
    RawEncoder() {
    }

    /**
     * Writes the pixels of a rectangle.
     *
     * @param shown what the viewer will have
     * @param part which part of it
     * @param translation how pixels are written
     * @param out to the viewer
     * @throws IOException the connection failed
     */
    void write(Shown shown, Rectangle part, Translation translation, RfbOutput out) throws IOException {
        if (pixels.length < part.width()) {
            pixels = new int[part.width()];
            bytes = new byte[part.width() * MAX_PIXEL_BYTES];
        }
        for (int y = part.y(); y < part.endY(); y++) {
            translation.translate(shown.memory(), shown.lineOffset(y), shown.format(), part.x(), pixels, 0, part.width());
            int filled = 0;
            for (int x = 0; x < part.width(); x++) {
                filled = translation.put(pixels[x], bytes, filled);
            }
            out.bytes(bytes, 0, filled);
        }
    }
}
