package dev.spine.device.display.monitor.vnc;

import java.util.Arrays;

/**
 * Encodes one tile of ZRLE in the shortest of the five ways: one colour, packed palette, palette with runs, runs, as it is. Used by the
 * viewer's sending thread; allocates nothing. Source: RFC 6143 section 7.7.6.
 */
final class ZrleTile {
    /** Columns and lines of a tile. */
    static final int EDGE = 64;
    /** The most bytes of an encoded tile: as it is, with pixels of four bytes. */
    static final int MAX_BYTES = 1 + EDGE * EDGE * 4;
    private static final int RUNS = 128;
    private static final int MAX_PALETTE = 127;
    private static final int MAX_PACKED_PALETTE = 16;
    private static final int RUN_STEP = 255;
    private static final int SLOTS = 256;

    private final byte[] bytes = new byte[MAX_BYTES];
    private final int[] palette = new int[MAX_PALETTE];
    /** Index into the palette plus one, by hash of the colour; 0 where there is none. */
    private final byte[] slots = new byte[SLOTS];
    private int colours;
    private int runs;
    private int singles;
    private int runBytes;
    private int filled;

    /** An encoder. */
    ZrleTile() {
    }

    /** {@return the bytes of the last tile} */
    byte[] bytes() {
        return bytes;
    }

    /**
     * Encodes a tile.
     *
     * @param pixels its pixels as numbers, line after line
     * @param width columns, 1 to 64
     * @param height lines, 1 to 64
     * @param translation how pixels are written
     * @return how many of {@link #bytes} hold the tile
     */
    int encode(int[] pixels, int width, int height, Translation translation) {
        int count = width * height;
        survey(pixels, count);
        int pixelBytes = translation.format().compressedBytes();
        filled = 0;
        if (colours == 1) {
            bytes[filled++] = 1;
            filled = translation.putCompressed(pixels[0], bytes, filled);
            return filled;
        }
        int asIs = count * pixelBytes;
        int asRuns = runs * pixelBytes + runBytes;
        boolean hasPalette = colours <= MAX_PALETTE;
        int asPaletteRuns = hasPalette ? colours * pixelBytes + runs + runBytes - singles : Integer.MAX_VALUE;
        int packed = colours <= MAX_PACKED_PALETTE ? colours * pixelBytes + height * packedLineBytes(width) : Integer.MAX_VALUE;
        int shortest = Math.min(Math.min(asIs, asRuns), Math.min(asPaletteRuns, packed));
        if (shortest == packed) {
            putPalette(colours, translation);
            putPacked(pixels, width, height);
        } else if (shortest == asPaletteRuns) {
            putPalette(RUNS + colours, translation);
            putRuns(pixels, count, translation, true);
        } else if (shortest == asRuns) {
            bytes[filled++] = (byte) RUNS;
            putRuns(pixels, count, translation, false);
        } else {
            bytes[filled++] = 0;
            for (int i = 0; i < count; i++) {
                filled = translation.putCompressed(pixels[i], bytes, filled);
            }
        }
        return filled;
    }

    /** Counts colours and runs. */
    private void survey(int[] pixels, int count) {
        Arrays.fill(slots, (byte) 0);
        colours = 0;
        runs = 0;
        singles = 0;
        runBytes = 0;
        for (int i = 0; i < count;) {
            int end = endOfRun(pixels, i, count);
            enter(pixels[i]);
            runs++;
            singles += end - i == 1 ? 1 : 0;
            runBytes += (end - i - 1) / RUN_STEP + 1;
            i = end;
        }
    }

    private static int endOfRun(int[] pixels, int from, int count) {
        int end = from + 1;
        while (end < count && pixels[end] == pixels[from]) {
            end++;
        }
        return end;
    }

    private static int slotOf(int colour) {
        return colour * 0x9E37_79B1 >>> 24;
    }

    private void enter(int colour) {
        if (colours > MAX_PALETTE) {
            return;
        }
        int slot = slotOf(colour);
        while (slots[slot] != 0) {
            if (palette[slots[slot] - 1] == colour) {
                return;
            }
            slot = slot + 1 & SLOTS - 1;
        }
        if (colours < MAX_PALETTE) {
            palette[colours] = colour;
            slots[slot] = (byte) (colours + 1);
        }
        // One more than fits means: too many.
        colours++;
    }

    private int indexOf(int colour) {
        int slot = slotOf(colour);
        while (palette[slots[slot] - 1] != colour) {
            slot = slot + 1 & SLOTS - 1;
        }
        return slots[slot] - 1;
    }

    private int bitsOfIndex() {
        return colours == 2 ? 1 : colours <= 4 ? 2 : 4;
    }

    private int packedLineBytes(int width) {
        return width * bitsOfIndex() + 7 >> 3;
    }

    private void putPalette(int kind, Translation translation) {
        bytes[filled++] = (byte) kind;
        for (int i = 0; i < colours; i++) {
            filled = translation.putCompressed(palette[i], bytes, filled);
        }
    }

    private void putPacked(int[] pixels, int width, int height) {
        int bits = bitsOfIndex();
        for (int y = 0; y < height; y++) {
            int word = 0;
            int room = 8;
            for (int x = 0; x < width; x++) {
                room -= bits;
                word |= indexOf(pixels[y * width + x]) << room;
                if (room == 0 || x == width - 1) {
                    bytes[filled++] = (byte) word;
                    word = 0;
                    room = 8;
                }
            }
        }
    }

    private void putRuns(int[] pixels, int count, Translation translation, boolean indexed) {
        for (int i = 0; i < count;) {
            int end = endOfRun(pixels, i, count);
            int length = end - i;
            if (indexed) {
                bytes[filled++] = (byte) (indexOf(pixels[i]) | (length > 1 ? RUNS : 0));
            } else {
                filled = translation.putCompressed(pixels[i], bytes, filled);
            }
            if (!indexed || length > 1) {
                int rest = length - 1;
                for (; rest >= RUN_STEP; rest -= RUN_STEP) {
                    bytes[filled++] = (byte) RUN_STEP;
                }
                bytes[filled++] = (byte) rest;
            }
            i = end;
        }
    }
}
