package dev.spine.perf.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.device.display.surface.SurfaceConverter;
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
                    if (expected != SurfaceConverter.rgbOf(y, cb, cr)) {
                        assertEquals(expected, SurfaceConverter.rgbOf(y, cb, cr), y + ", " + cb + ", " + cr);
                    }
                }
            }
        }
    }

    @Test
    void theDisplayConvertsEveryRgbAsTheReferenceDoes() {
        for (int rgb = 0; rgb < 1 << 24; rgb++) {
            YCbCr expected = new Rgb(rgb >> 16, rgb >> 8 & 0xFF, rgb & 0xFF).yCbCr();
            if (expected.y() != SurfaceConverter.yOf(rgb) || expected.cb() != SurfaceConverter.cbOf(rgb)
                || expected.cr() != SurfaceConverter.crOf(rgb)) {
                assertEquals(expected, new YCbCr(SurfaceConverter.yOf(rgb), SurfaceConverter.cbOf(rgb), SurfaceConverter.crOf(rgb)));
            }
        }
    }
}
