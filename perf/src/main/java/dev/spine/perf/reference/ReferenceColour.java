package dev.spine.perf.reference;

/**
 * The colour of one pixel, and the project's rule for converting it. All values are integers of 0 to 255. Any thread.
 *
 * <p>The rule is ITU-R BT.601 with limited range (Y 16 to 235, Cb and Cr 16 to 240) in 8-bit fixed point. {@code >>} is the
 * arithmetic shift (it rounds down, also below 0); {@code clip} limits to 0 to 255. All intermediate values fit in 18 bits
 * and a sign. A converter must give the same integers for all 2<sup>24</sup> inputs.
 *
 * <p>From YCbCr to RGB:
 * <pre>
 *   c = Y - 16,  d = Cb - 128,  e = Cr - 128
 *   red   = clip((298 c         + 409 e + 128) >> 8)
 *   green = clip((298 c - 100 d - 208 e + 128) >> 8)
 *   blue  = clip((298 c + 516 d         + 128) >> 8)
 * </pre>
 * From RGB to YCbCr, where nothing can leave the limited range and nothing is clipped:
 * <pre>
 *   Y  = (( 66 red + 129 green +  25 blue + 128) >> 8) +  16
 *   Cb = ((-38 red -  74 green + 112 blue + 128) >> 8) + 128
 *   Cr = ((112 red -  94 green -  18 blue + 128) >> 8) + 128
 * </pre>
 */
public sealed interface ReferenceColour {
    /** This colour as red, green and blue; converted if it is not. */
    Rgb rgb();

    /** This colour as brightness and colour differences; converted if it is not. */
    YCbCr yCbCr();

    /** A colour given as red, green and blue, each 0 to 255. */
    record Rgb(int red, int green, int blue) implements ReferenceColour {
        @Override
        public Rgb rgb() {
            return this;
        }

        @Override
        public YCbCr yCbCr() {
            return new YCbCr(
                    ((66 * red + 129 * green + 25 * blue + 128) >> 8) + 16,
                    ((-38 * red - 74 * green + 112 * blue + 128) >> 8) + 128,
                    ((112 * red - 94 * green - 18 * blue + 128) >> 8) + 128);
        }
    }

    /** A colour given as brightness and colour differences, each 0 to 255, also outside the limited range. */
    record YCbCr(int y, int cb, int cr) implements ReferenceColour {
        @Override
        public Rgb rgb() {
            int c = y - 16;
            int d = cb - 128;
            int e = cr - 128;
            return new Rgb(
                    clip((298 * c + 409 * e + 128) >> 8),
                    clip((298 * c - 100 * d - 208 * e + 128) >> 8),
                    clip((298 * c + 516 * d + 128) >> 8));
        }

        @Override
        public YCbCr yCbCr() {
            return this;
        }

        private static int clip(int value) {
            return Math.max(0, Math.min(255, value));
        }
    }
}
