package dev.spine.perf.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.device.display.surface.PixelConverter;
import dev.spine.perf.reference.ReferenceColour.Rgb;
import dev.spine.perf.reference.ReferenceColour.YCbCr;
import org.junit.jupiter.api.Test;

/** The display's converter and the independent reference share no line of code; they must share every result. */
class ReferenceAgreesTest {
    @Test
    void theDisplayConvertsEveryYCbCrAsTheReferenceDoes() {
        for (int y = 0; y < 256; y++) {
            for (int cb = 0; cb < 256; cb++) {
                for (int cr = 0; cr < 256; cr++) {
                    Rgb rgb = new YCbCr(y, cb, cr).rgb();
                    int expected = rgb.red() << 16 | rgb.green() << 8 | rgb.blue();
                    if (expected != PixelConverter.rgbOf(y, cb, cr)) {
                        assertEquals(expected, PixelConverter.rgbOf(y, cb, cr), y + ", " + cb + ", " + cr);
                    }
                }
            }
        }
    }

    @Test
    void theDisplayConvertsEveryRgbAsTheReferenceDoes() {
        for (int rgb = 0; rgb < 1 << 24; rgb++) {
            YCbCr expected = new Rgb(rgb >> 16, rgb >> 8 & 0xFF, rgb & 0xFF).yCbCr();
            if (expected.y() != PixelConverter.yOf(rgb) || expected.cb() != PixelConverter.cbOf(rgb)
                || expected.cr() != PixelConverter.crOf(rgb)) {
                assertEquals(expected, new YCbCr(PixelConverter.yOf(rgb), PixelConverter.cbOf(rgb), PixelConverter.crOf(rgb)));
            }
        }
    }
}
