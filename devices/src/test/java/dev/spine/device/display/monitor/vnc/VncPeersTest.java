package dev.spine.device.display.monitor.vnc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.spine.device.display.monitor.PngSnapshot;
import dev.spine.device.display.monitor.vnc.VncCounters.Counter;
import dev.spine.device.display.surface.Surface;
import dev.spine.i2o.message.display.PixelFormat;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Viewers that other people wrote see the picture that {@link PngSnapshot} writes. */
@Tag("full")
@Timeout(120)
class VncPeersTest {
    private static final int DISPLAY_0 = 5900;
    private static final int LIMIT_SECONDS = 60;
    /** What JPEG at its best quality makes of a smooth picture, chroma at half the resolution included. */
    private static final int JPEG_TOLERANCE = 12;

    @TempDir
    private Path scratch;

    private static void assumeInstalled(String program, String debianPackage) {
        boolean installed = Pattern.compile(File.pathSeparator).splitAsStream(String.valueOf(System.getenv("PATH")))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
        assumeTrue(installed, "skipped: " + program + " is not installed (Debian: " + debianPackage + ")");
    }

    private void run(String... command) throws IOException, InterruptedException {
        Path log = scratch.resolve("log");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try {
            assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), () -> List.of(command) + " does not end");
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertEquals(0, process.exitValue(), Files.readString(log));
    }

    private static String display(VncMonitor monitor) {
        return "127.0.0.1:" + (monitor.localAddress().getPort() - DISPLAY_0);
    }

    private BufferedImage reference(Surface surface) throws IOException {
        ByteArrayOutputStream picture = new ByteArrayOutputStream();
        PngSnapshot.write(surface, picture);
        return ImageIO.read(new ByteArrayInputStream(picture.toByteArray()));
    }

    /** The largest difference of one colour component between two pictures. */
    private static int difference(BufferedImage one, BufferedImage other) {
        assertEquals(one.getWidth(), other.getWidth());
        assertEquals(one.getHeight(), other.getHeight());
        int most = 0;
        for (int y = 0; y < one.getHeight(); y++) {
            for (int x = 0; x < one.getWidth(); x++) {
                for (int shift = 0; shift <= 16; shift += 8) {
                    most = Math.max(most, Math.abs((one.getRGB(x, y) >> shift & 0xFF) - (other.getRGB(x, y) >> shift & 0xFF)));
                }
            }
        }
        return most;
    }

    /** gtk-vnc chooses ZRLE and writes a PNG: exact. */
    @ParameterizedTest
    @EnumSource
    void gvnccaptureSeesEveryPixel(PixelFormat format) throws Exception {
        assumeInstalled("gvnccapture", "gvncviewer");
        Surface surface = Screens.surface(642, 363, format);
        Screens.drawEverything(surface, new Random(11));
        Path picture = scratch.resolve("capture.png");
        try (VncMonitor monitor = Screens.monitor(surface, VncSettings.STANDARD)) {
            run("gvnccapture", "-q", display(monitor), picture.toString());
            assertTrue(monitor.counters().get(Counter.ZRLE_RECTANGLES) > 0);
        }
        assertEquals(0, difference(reference(surface), ImageIO.read(picture.toFile())));
    }

    /** vncsnapshot speaks RFB 3.3 and writes JPEG only: as exact as that can be. */
    @ParameterizedTest
    @ValueSource(strings = {"raw", "copyrect raw"})
    void vncsnapshotSeesThePicture(String encodings) throws Exception {
        assumeInstalled("vncsnapshot", "vncsnapshot");
        Surface surface = Screens.surface(640, 360, PixelFormat.XRGB8888);
        Screens.draw(surface, (x, y) -> (x * 255 / 639) << 16 | (y * 255 / 359) << 8 | (x + y) * 255 / 998);
        Path picture = scratch.resolve("snapshot.jpg");
        try (VncMonitor monitor = Screens.monitor(surface, VncSettings.STANDARD)) {
            run("vncsnapshot", "-quality", "100", "-encodings", encodings, "-quiet", display(monitor), picture.toString());
            assertTrue(monitor.counters().get(Counter.RAW_RECTANGLES) > 0);
        }
        int difference = difference(reference(surface), ImageIO.read(picture.toFile()));
        assertTrue(difference <= JPEG_TOLERANCE, () -> "differs by " + difference);
    }
}
