package dev.spine.device.display.monitor.vnc;

import java.io.IOException;
import java.util.Arrays;
import java.util.zip.Deflater;

/**
 * Writes rectangles in ZRLE. The compressed stream goes on from one rectangle to the next for as long as the viewer is there. Used by the
 * viewer's sending thread. Source: RFC 6143 section 7.7.6.
 */
final class ZrleEncoder implements AutoCloseable {
    private static final int FIRST_ROOM = 16 * 1024;

    // Video changes faster than a better compression pays for.
    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    private final int[] pixels = new int[ZrleTile.EDGE * ZrleTile.EDGE];
    private final ZrleTile tile = new ZrleTile();
    /** Grows to what the largest rectangle takes, and rectangles are bounded. */
    private byte[] packed = new byte[FIRST_ROOM];
    private int filled;

    /** An encoder at the beginning of its stream. */
    ZrleEncoder() {
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
        filled = 0;
        for (int y = part.y(); y < part.endY(); y += ZrleTile.EDGE) {
            int height = Math.min(ZrleTile.EDGE, part.endY() - y);
            for (int x = part.x(); x < part.endX(); x += ZrleTile.EDGE) {
                int width = Math.min(ZrleTile.EDGE, part.endX() - x);
                for (int line = 0; line < height; line++) {
                    translation.translate(shown.memory(), shown.lineOffset(y + line), shown.format(), x, pixels, line * width, width);
                }
                deflater.setInput(tile.bytes(), 0, tile.encode(pixels, width, height, translation));
                while (!deflater.needsInput()) {
                    pack(Deflater.NO_FLUSH);
                }
            }
        }
        boolean isFull = true;
        while (isFull) {
            isFull = pack(Deflater.SYNC_FLUSH);
        }
        out.u32(filled);
        out.bytes(packed, 0, filled);
    }

    /** Compresses what there is; says whether the room was used up, so that there may be more. */
    private boolean pack(int flush) {
        if (filled == packed.length) {
            packed = Arrays.copyOf(packed, packed.length * 2);
        }
        int room = packed.length - filled;
        int bytes = deflater.deflate(packed, filled, room, flush);
        filled += bytes;
        return bytes == room;
    }

    /** Gives back the memory of the compressor. */
    @Override
    public void close() {
        deflater.end();
    }
}
