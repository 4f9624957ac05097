package dev.spine.device.display.monitor.vnc;

import dev.spine.device.display.monitor.vnc.VncCounters.Counter;
import java.io.IOException;

/**
 * How a viewer wants its pixels: RFB's PIXEL_FORMAT. Immutable; any thread.
 *
 * <p>A colour of 8 bits per component becomes {@code (value * max + 127) / 255}, shifted to its place. A viewer without true colour gets
 * a fixed map of 256 colours, whose index holds red in bits 7 to 5, green in 4 to 2, blue in 1 and 0.
 *
 * @param bitsPerPixel 8, 16 or 32
 * @param depth how many of the bits mean something, as the viewer says
 * @param bigEndian whether the most significant byte of a pixel comes first
 * @param trueColour whether a pixel is its colour; otherwise it is an index into the map
 * @param redMax largest value of red, a power of two less one
 * @param greenMax of green
 * @param blueMax of blue
 * @param redShift the lowest bit of red
 * @param greenShift of green
 * @param blueShift of blue
 */
record ViewerFormat(int bitsPerPixel, int depth, boolean bigEndian, boolean trueColour, int redMax, int greenMax, int blueMax,
    int redShift, int greenShift, int blueShift) {
    /** What the monitor offers: 0x00rrggbb, least significant byte first. */
    static final ViewerFormat OFFERED = new ViewerFormat(32, 24, false, true, 255, 255, 255, 16, 8, 0);
    /** How many colours the map has. */
    static final int MAP_COLOURS = 256;
    /** The order of colours in the map. */
    private static final ViewerFormat MAP = new ViewerFormat(8, 8, false, true, 7, 7, 3, 5, 2, 0);
    private static final int COMPONENT_MAX = 255;

    /**
     * Reads the 16 bytes of a format.
     *
     * @param in from the viewer
     * @return the format, checked
     * @throws IOException it is none that can be served, or the connection failed
     */
    static ViewerFormat read(RfbInput in) throws IOException {
        int bits = in.u8();
        int depth = in.u8();
        boolean big = in.u8() != 0;
        boolean colour = in.u8() != 0;
        ViewerFormat format = new ViewerFormat(bits, depth, big, colour, in.u16(), in.u16(), in.u16(), in.u8(), in.u8(), in.u8());
        in.skip(3);
        if (bits != 8 && bits != 16 && bits != 32 || colour && !format.hasPlaces()) {
            throw new ViewerEndedException(Counter.BAD_MESSAGES, "a pixel format that cannot be");
        }
        return format;
    }

    private boolean hasPlaces() {
        long red = place(redMax, redShift);
        long green = place(greenMax, greenShift);
        long blue = place(blueMax, blueShift);
        boolean apart = (red & green) == 0 && (green & blue) == 0 && (red & blue) == 0;
        return red != 0 && green != 0 && blue != 0 && apart;
    }

    /** The bits of a component; 0 when they are no bits of a pixel. */
    private long place(int max, int shift) {
        boolean isMask = max > 0 && (max & max + 1) == 0;
        return isMask && shift < bitsPerPixel && (long) max << shift < 1L << bitsPerPixel ? (long) max << shift : 0;
    }

    void write(RfbOutput out) throws IOException {
        out.u8(bitsPerPixel);
        out.u8(depth);
        out.u8(bigEndian ? 1 : 0);
        out.u8(trueColour ? 1 : 0);
        out.u16(redMax);
        out.u16(greenMax);
        out.u16(blueMax);
        out.u8(redShift);
        out.u8(greenShift);
        out.u8(blueShift);
        out.u8(0);
        out.u16(0);
    }

    /** {@return bytes of a pixel: 1, 2 or 4} */
    int bytes() {
        return bitsPerPixel >> 3;
    }

    /**
     * {@return the bytes of a pixel in ZRLE: three of the four when a colour needs no more}
     */
    int compressedBytes() {
        return isShortened() ? 3 : bytes();
    }

    /** {@return the bit at which the three bytes of a shortened pixel begin: 0 or 8} */
    int compressedShift() {
        return isShortened() && (bits() & 0xFFL) == 0 && bits() > 0xFF_FFFFL ? 8 : 0;
    }

    private boolean isShortened() {
        return bitsPerPixel == 32 && trueColour && depth <= 24 && (bits() <= 0xFF_FFFFL || (bits() & 0xFFL) == 0);
    }

    private long bits() {
        return place(redMax, redShift) | place(greenMax, greenShift) | place(blueMax, blueShift);
    }

    /**
     * {@return a colour as the number that a pixel of this format is}
     *
     * @param rgb 0x00rrggbb
     */
    int pixelOf(int rgb) {
        if (!trueColour) {
            return MAP.pixelOf(rgb);
        }
        return scaled(rgb >> 16 & 0xFF, redMax) << redShift | scaled(rgb >> 8 & 0xFF, greenMax) << greenShift
            | scaled(rgb & 0xFF, blueMax) << blueShift;
    }

    private static int scaled(int value, int max) {
        return (value * max + COMPONENT_MAX / 2) / COMPONENT_MAX;
    }

    /** Writes the map of colours: the message SetColourMapEntries. */
    static void writeMap(RfbOutput out) throws IOException {
        out.u8(ServerMessage.SET_COLOUR_MAP_ENTRIES);
        out.u8(0);
        out.u16(0);
        out.u16(MAP_COLOURS);
        for (int index = 0; index < MAP_COLOURS; index++) {
            out.u16((index >> MAP.redShift & MAP.redMax) * 0xFFFF / MAP.redMax);
            out.u16((index >> MAP.greenShift & MAP.greenMax) * 0xFFFF / MAP.greenMax);
            out.u16((index & MAP.blueMax) * 0xFFFF / MAP.blueMax);
        }
    }
}
