package dev.spine.perf.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.reference.ReferenceColour.Rgb;
import dev.spine.perf.reference.ReferenceColour.YCbCr;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferenceColourTest {
    @ParameterizedTest
    @CsvSource({
        // black, white and the six full colours of BT.601
        "16, 128, 128, 0, 0, 0",
        "235, 128, 128, 255, 255, 255",
        "81, 90, 240, 255, 0, 0",
        "145, 54, 34, 0, 255, 1",
        "41, 240, 110, 0, 0, 255",
        "210, 16, 146, 255, 255, 0",
        "170, 166, 16, 0, 255, 255",
        "106, 202, 222, 255, 0, 254",
        // outside the limited range
        "0, 128, 128, 0, 0, 0",
        "255, 128, 128, 255, 255, 255",
        "0, 0, 0, 0, 135, 0",
        "255, 255, 255, 255, 125, 255",
        // a grey: 110 * 298 + 128 over 256
        "126, 128, 128, 128, 128, 128"})
    void yCbCrToRgbFollowsTheFormula(int y, int cb, int cr, int red, int green, int blue) {
        assertEquals(new Rgb(red, green, blue), new YCbCr(y, cb, cr).rgb());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 16, 128, 128",
        "255, 255, 255, 235, 128, 128",
        "255, 0, 0, 82, 90, 240",
        "0, 255, 0, 144, 54, 34",
        "0, 0, 255, 41, 240, 110",
        "128, 128, 128, 126, 128, 128"})
    void rgbToYCbCrFollowsTheFormula(int red, int green, int blue, int y, int cb, int cr) {
        assertEquals(new YCbCr(y, cb, cr), new Rgb(red, green, blue).yCbCr());
    }

    @Test
    void noRgbLeavesTheLimitedRangeOrComesBackFarFromWhereItWas() {
        for (int red = 0; red <= 255; red += 5) {
            for (int green = 0; green <= 255; green += 5) {
                for (int blue = 0; blue <= 255; blue += 5) {
                    YCbCr converted = new Rgb(red, green, blue).yCbCr();
                    assertTrue(converted.y() >= 16 && converted.y() <= 235, converted::toString);
                    assertTrue(converted.cb() >= 16 && converted.cb() <= 240, converted::toString);
                    assertTrue(converted.cr() >= 16 && converted.cr() <= 240, converted::toString);
                    Rgb back = converted.rgb();
                    int error = Math.max(
                            Math.abs(back.red() - red), Math.max(Math.abs(back.green() - green), Math.abs(back.blue() - blue)));
                    assertTrue(error <= 4, () -> converted + " comes back as " + back);
                }
            }
        }
    }

    @Test
    void aColourThatIsNotConvertedStaysItself() {
        assertEquals(new Rgb(1, 2, 3), new Rgb(1, 2, 3).rgb());
        assertEquals(new YCbCr(1, 2, 3), new YCbCr(1, 2, 3).yCbCr());
    }
}
