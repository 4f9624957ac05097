package dev.spine.device.display.surface;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.i2o.message.display.PixelFormat;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class SurfaceConverterTest {
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

    private static String convert(PixelFormat from, String source, int skip, PixelFormat to, int column, int pixels, String line) {
        MemorySegment memory = MemorySegment.ofArray(HEX.parseHex(source));
        byte[] destination = HEX.parseHex(line);
        SurfaceConverter.convert(memory, 0, from, skip, MemorySegment.ofArray(destination), 0, to, column, pixels);
        return HEX.formatHex(destination);
    }

    /** The formula once more, in exact arithmetic with explicit rounding down. */
    private static int limited(long numerator) {
        return Math.clamp(Math.floorDiv(numerator, 256), 0, 255);
    }

    @Test
    void everyBrightnessAndDifferenceGivesTheColourOfTheFormula() {
        for (int y = 0; y < 256; y++) {
            for (int cb = 0; cb < 256; cb += 3) {
                for (int cr = 0; cr < 256; cr += 3) {
                    int red = limited(298L * (y - 16) + 409L * (cr - 128) + 128);
                    int green = limited(298L * (y - 16) - 100L * (cb - 128) - 208L * (cr - 128) + 128);
                    int blue = limited(298L * (y - 16) + 516L * (cb - 128) + 128);
                    if (SurfaceConverter.rgbOf(y, cb, cr) != (red << 16 | green << 8 | blue)) {
                        assertEquals(red << 16 | green << 8 | blue, SurfaceConverter.rgbOf(y, cb, cr), y + "," + cb + "," + cr);
                    }
                }
            }
        }
    }

    @Test
    void everyColourGivesTheBrightnessAndDifferencesOfTheFormula() {
        for (int rgb = 0; rgb < 1 << 24; rgb += 7) {
            int red = rgb >> 16;
            int green = rgb >> 8 & 0xFF;
            int blue = rgb & 0xFF;
            int y = Math.floorDiv(66 * red + 129 * green + 25 * blue + 128, 256) + 16;
            int cb = Math.floorDiv(112 * blue - 38 * red - 74 * green + 128, 256) + 128;
            int cr = Math.floorDiv(112 * red - 94 * green - 18 * blue + 128, 256) + 128;
            if (y != SurfaceConverter.yOf(rgb) || cb != SurfaceConverter.cbOf(rgb) || cr != SurfaceConverter.crOf(rgb)) {
                assertEquals(y + "," + cb + "," + cr,
                    SurfaceConverter.yOf(rgb) + "," + SurfaceConverter.cbOf(rgb) + "," + SurfaceConverter.crOf(rgb));
            }
        }
    }

    @Test
    void blackAndWhiteAreTheEndsOfTheLimitedRange() {
        assertEquals(0x000000, SurfaceConverter.rgbOf(16, 128, 128));
        assertEquals(0xFFFFFF, SurfaceConverter.rgbOf(235, 128, 128));
        assertEquals(16, SurfaceConverter.yOf(0x000000));
        assertEquals(235, SurfaceConverter.yOf(0xFFFFFF));
    }

    @Test
    void bytesLieAsTheFormatsSay() {
        assertEquals("33 22 11 ff", convert(PixelFormat.RGB888, "11 22 33", 0, PixelFormat.XRGB8888, 0, 1, "00 00 00 00"));
        assertEquals("11 22 33", convert(PixelFormat.XRGB8888, "33 22 11 55", 0, PixelFormat.RGB888, 0, 1, "00 00 00"));
        // 0xF8 -> 11111, 0x04 -> 000001, 0x08 -> 00001: the word 0xF821.
        assertEquals("21 f8", convert(PixelFormat.RGB888, "ff 07 0f", 0, PixelFormat.RGB565, 0, 1, "00 00"));
        assertEquals("ff 04 08", convert(PixelFormat.RGB565, "21 f8", 0, PixelFormat.RGB888, 0, 1, "00 00 00"));
    }

    @Test
    void aRunBeginsAtItsColumnAndLeavesItsNeighboursAlone() {
        assertEquals("aa aa aa aa 33 22 11 ff bb bb bb bb",
            convert(PixelFormat.RGB888, "11 22 33", 0, PixelFormat.XRGB8888, 1, 1, "aa aa aa aa aa aa aa aa bb bb bb bb"));
    }

    @Test
    void inPairsTheEvenPixelOwnsTheColourDifferenceAndTheOddOneOnlyItsBrightness() {
        // White is Y 235 (eb), black Y 16 (10), both with differences 128 (80).
        assertEquals("00 00 00 eb 80 10 80 00",
            convert(PixelFormat.RGB888, "ff ff ff 00 00 00", 0, PixelFormat.UYVY, 1, 2, "00 00 00 00 00 00 00 00"));
    }

    @Test
    void bothPixelsOfAPairHaveThePairsColourAndOneCanBeLeftOut() {
        // Pair: Cb 90, Y 41, Cr 240, Y 145.
        int even = SurfaceConverter.rgbOf(41, 90, 240);
        int odd = SurfaceConverter.rgbOf(145, 90, 240);
        String source = "5a 29 f0 91";
        assertEquals(String.format("%06x%06x", even, odd),
            convert(PixelFormat.UYVY, source, 0, PixelFormat.RGB888, 0, 2, "00 00 00 00 00 00").replace(" ", ""));
        assertEquals(String.format("%06x", odd),
            convert(PixelFormat.UYVY, source, 1, PixelFormat.RGB888, 0, 1, "00 00 00").replace(" ", ""));
    }

    @Test
    void aColourOf565ComesBackUnchangedFromEveryWiderFormat() {
        byte[] all = new byte[1 << 17];
        for (int i = 0; i < 1 << 16; i++) {
            all[2 * i] = (byte) i;
            all[2 * i + 1] = (byte) (i >> 8);
        }
        byte[] wide = new byte[4 << 16];
        byte[] back = new byte[1 << 17];
        SurfaceConverter.convert(MemorySegment.ofArray(all), 0, PixelFormat.RGB565, 0, MemorySegment.ofArray(wide), 0, PixelFormat.XRGB8888,
            0, 1 << 16);
        SurfaceConverter.convert(MemorySegment.ofArray(wide), 0, PixelFormat.XRGB8888, 0, MemorySegment.ofArray(back), 0,
            PixelFormat.RGB565, 0, 1 << 16);
        assertArrayEquals(all, back);
    }
}
