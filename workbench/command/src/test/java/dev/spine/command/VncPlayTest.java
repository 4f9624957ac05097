package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureBuilder;
import dev.spine.device.wire.capture.CaptureClock;
import dev.spine.device.wire.capture.CaptureWriter;
import dev.spine.system.capture.BundledCapture;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code spine play --vnc}. */
@Timeout(60)
class VncPlayTest {
    @TempDir
    private Path scratch;

    @Test
    @Tag("SN-03")
    void aViewerSeesThePictureThatIsWrittenAsPng() throws Exception {
        Path png = scratch.resolve("screen.png");
        LivePlay play = LivePlay.shown("--input", "bars", "--frames", 3, "--seconds", 2, "--png", png);
        int[][] seen;
        try (RawViewer viewer = new RawViewer(play.port())) {
            // Until the command ends the connection stays; what was seen last is what was played.
            seen = lastSeen(viewer, play);
        }
        CommandRun run = play.result().succeeded();

        assertTrue(run.out().contains("3 frames, "), run::out);
        assertTrue(run.out().contains("1 viewers, "), run::out);
        BufferedImage picture = ImageIO.read(png.toFile());
        for (int y = 0; y < picture.getHeight(); y++) {
            for (int x = 0; x < picture.getWidth(); x++) {
                assertEquals(picture.getRGB(x, y) & 0xFFFFFF, seen[y][x], "pixel " + x + ", " + y);
            }
        }
    }

    @Test
    void aCaptureThatComesFasterThanTheCardTakesItWaits() throws Exception {
        CaptureBuilder builder = new CaptureBuilder("at once");
        Capture bars = BundledCapture.BARS.read();
        for (int i = 0; i < bars.packetCount(); i++) {
            builder.add(bars.packet(i).toArray(ValueLayout.JAVA_BYTE), 1);
        }
        Path file = scratch.resolve("at-once.pcap");
        try (CaptureWriter writer = new CaptureWriter(Files.newOutputStream(file), CaptureClock.NANOSECONDS)) {
            writer.write(builder.build());
        }
        Path raw = scratch.resolve("screen.raw");
        CommandRun run = LivePlay.shown("--input", file, "--seconds", 2, "--raw", raw, "--screen-format", "XRGB8888").result().succeeded();

        // On a machine so slow that its time is over before, fewer were played, and none of them was lost.
        assertTrue(Pattern.compile(" ([0-9]+) packets: \\1 drawn, 0 lost, 0 malformed\n").matcher(run.out()).find(), run::out);
    }

    @Test
    void asManyViewersMayLookAsItIsTold() throws Exception {
        LivePlay play = LivePlay.shown("--input", "bars", "--frames", 1, "--seconds", 2, "--vnc-viewers", 1);
        try (RawViewer first = new RawViewer(play.port())) {
            first.look();
            assertThrows(AssertionError.class, () -> new RawViewer(play.port()), "it is told that there are too many");
        }
        assertTrue(play.result().succeeded().out().contains("1 viewers turned away: 1 may look at once; let more in with --vnc-viewers N"));
    }

    private static int[][] lastSeen(RawViewer viewer, LivePlay play) {
        int[][] seen = new int[viewer.height()][viewer.width()];
        try {
            while (!play.hasEnded()) {
                viewer.look();
                for (int y = 0; y < viewer.height(); y++) {
                    for (int x = 0; x < viewer.width(); x++) {
                        seen[y][x] = viewer.rgbAt(x, y);
                    }
                }
            }
        } catch (IOException expected) {
            // The command has ended, and the connection with it.
        }
        return seen;
    }

    @Test
    void aPortInUseIsOneLine() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            String line = CommandRun.of("play", "--vnc", taken.getLocalPort(), "--json", "-").refusal();
            assertTrue(line.contains("VNC port " + taken.getLocalPort() + " at 127.0.0.1 cannot be opened ("), line);
            assertTrue(line.contains("choose another address or port"), line);
        }
    }

    @Test
    void aPasswordFileWithoutAPasswordIsOneLine() throws IOException {
        Path none = scratch.resolve("none");
        assertEquals("--vnc-password-file: there is no file " + none + ": check the name (see spine play --help)",
            CommandRun.of("play", "--vnc", 0, "--vnc-password-file", none).refusal());
        Path file = Files.writeString(scratch.resolve("long"), "much too long\n");
        assertTrue(CommandRun.of("play", "--vnc", 0, "--vnc-password-file", file).refusal().contains("has 13 bytes"));
        Files.writeString(file, "");
        assertTrue(CommandRun.of("play", "--vnc", 0, "--vnc-password-file", file).refusal().contains("has 0 bytes"));
    }

    @Test
    void aPasswordFileWithoutViewersIsOneLine() {
        assertTrue(CommandRun.of("play", "--vnc-password-file", "x", "--png", scratch.resolve("a.png")).refusal()
            .contains("give --vnc PORT, too"));
    }

    @Test
    void noPlaceToShowTheScreenIsOneLine() {
        assertTrue(CommandRun.of("play").refusal().contains("or watch with --vnc PORT"));
    }
}
