package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.perf.reference.ReferenceColour.YCbCr;
import dev.spine.perf.reference.ReferenceFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** What a picture file must show: the raw pixels of a video frame, by the reference's rule for colours. */
final class Picture {
    private Picture() {}

    /** Asserts that a PNG file, decoded by the JDK, shows a frame of packed pixels, each of them. */
    static void assertShows(ByteBuffer frame, ReferenceFormat format, int width, int height, Path png) throws IOException {
        var image = ImageIO.read(Files.newInputStream(png));
        assertEquals(width, image.getWidth());
        assertEquals(height, image.getHeight());
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int expected = rgb(frame, format, y * width + x);
                int actual = image.getRGB(x, y) & 0xFF_FFFF;
                if (expected != actual) {
                    assertEquals(Integer.toHexString(expected), Integer.toHexString(actual), "pixel " + x + ", " + y);
                }
            }
        }
    }

    private static int rgb(ByteBuffer frame, ReferenceFormat format, int pixel) {
        if (format == ReferenceFormat.RGB888) {
            return u8(frame, pixel * 3) << 16 | u8(frame, pixel * 3 + 1) << 8 | u8(frame, pixel * 3 + 2);
        }
        int pair = pixel / 2 * 4;
        var colour = new YCbCr(u8(frame, pair + 1 + pixel % 2 * 2), u8(frame, pair), u8(frame, pair + 2)).rgb();
        return colour.red() << 16 | colour.green() << 8 | colour.blue();
    }

    private static int u8(ByteBuffer frame, int at) {
        return Byte.toUnsignedInt(frame.get(at));
    }
}
