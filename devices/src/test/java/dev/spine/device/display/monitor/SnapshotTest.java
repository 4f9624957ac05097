package dev.spine.device.display.monitor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.device.display.surface.Surface;
import dev.spine.device.display.surface.SurfaceGeometry;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SnapshotTest {
    private static final long SEED = Long.getLong("spine.seed", 20250101);

    /** A surface of random bytes with a gap of 12 bytes between its lines. */
    private static Surface surface(int width, int height, PixelFormat format) {
        SurfaceGeometry geometry = new SurfaceGeometry(width, height, format, width * format.bytesPerPixel() + 12);
        Surface surface = new Surface(geometry, new Bus(1).allocate("frame", BusAgent.host(), Access.OWNER, geometry.bytes()));
        Random random = new Random(SEED);
        for (int i = 0; i < geometry.bytes(); i++) {
            surface.memory().set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
        }
        return surface;
    }

    @ParameterizedTest
    @EnumSource
    void aPictureShowsEveryPixelsColour(PixelFormat format) throws IOException {
        System.out.println("spine.seed=" + SEED);
        Surface surface = surface(322, 91, format);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PngSnapshot.write(surface, out);
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(out.toByteArray()));
        assertEquals(322, image.getWidth());
        assertEquals(91, image.getHeight());
        for (int y = 0; y < 91; y++) {
            for (int x = 0; x < 322; x++) {
                assertEquals(surface.rgbAt(x, y), image.getRGB(x, y) & 0xFFFFFF, "pixel " + x + ", " + y);
            }
        }
    }

    @Test
    void theSmallestSurfaceGivesAPictureToo() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PngSnapshot.write(surface(1, 1, PixelFormat.RGB888), out);
        assertEquals(1, ImageIO.read(new ByteArrayInputStream(out.toByteArray())).getWidth());
    }

    @Test
    void aRawDumpHoldsTheLinesWithoutTheGaps() throws IOException {
        Surface surface = surface(4, 3, PixelFormat.RGB888);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RawDump.write(surface, out);
        byte[] dump = out.toByteArray();
        assertEquals(36, dump.length);
        byte[] all = surface.toBytes();
        for (int y = 0; y < 3; y++) {
            assertArrayEquals(Arrays.copyOfRange(all, y * 24, y * 24 + 12), Arrays.copyOfRange(dump, y * 12, y * 12 + 12));
        }
    }
}
