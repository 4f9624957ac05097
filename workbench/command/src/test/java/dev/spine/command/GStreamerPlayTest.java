package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.spine.perf.reference.ReferenceFormat;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code spine play --udp} with GStreamer as the sender, a process of its own: what it sends is what its own pipeline writes to a file
 * beside the payloader. {@code docs/video.md} shows the same pipeline.
 */
@Tag("full")
@Timeout(120)
@Tag("SS-42")
class GStreamerPlayTest {
    private static final int WIDTH = 320;
    private static final int HEIGHT = 240;
    private static final int FRAMES = 60;

    @TempDir
    private Path scratch;

    private static boolean isInstalled(String program) {
        return Pattern.compile(File.pathSeparator).splitAsStream(String.valueOf(System.getenv("PATH")))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    private Process sender(String format, int port, Path frames) throws Exception {
        return new ProcessBuilder(List.of("gst-launch-1.0", "-q",
            "videotestsrc", "pattern=smpte75", "num-buffers=1800",
            "!", "video/x-raw,format=" + format + ",width=" + WIDTH + ",height=" + HEIGHT + ",framerate=30/1",
            "!", "tee", "name=frame",
            "frame.", "!", "queue", "!", "rtpvrawpay", "mtu=1400", "!", "udpsink", "host=127.0.0.1", "port=" + port,
            "frame.", "!", "queue", "!", "filesink", "location=" + frames))
            .redirectErrorStream(true).redirectOutput(scratch.resolve("gst.log").toFile()).start();
    }

    @ParameterizedTest
    @CsvSource({"UYVY, UYVY, 2", "RGB, RGB888, 3"})
    void theScreenShowsTheFrameThatTheSenderMade(String format, ReferenceFormat reference, int bytesPerPixel) throws Exception {
        assumeTrue(isInstalled("gst-launch-1.0"), "skipped: gst-launch-1.0 is not installed (Debian: gstreamer1.0-tools,"
            + " gstreamer1.0-plugins-base, gstreamer1.0-plugins-good)");
        Path png = scratch.resolve("screen.png");
        Path raw = scratch.resolve("screen.raw");
        Path frames = scratch.resolve("frames.raw");
        LivePlay play = LivePlay.start("--frames", FRAMES, "--seconds", 60, "--format", format, "--png", png, "--raw", raw);
        Process gstreamer = sender(format, play.port(), frames);
        CommandRun run;
        try {
            run = play.result();
        } finally {
            gstreamer.destroy();
            gstreamer.waitFor();
        }

        assertEquals(0, run.code(), () -> run + log());
        assertTrue(run.out().contains(FRAMES + " frames, ") && run.out().contains(" 0 malformed"), run::out);
        byte[] frame = Arrays.copyOf(Files.readAllBytes(frames), WIDTH * HEIGHT * bytesPerPixel);
        assertTrue(Files.size(frames) >= frame.length, this::log);
        assertArrayEquals(frame, Files.readAllBytes(raw));
        Picture.assertShows(ByteBuffer.wrap(frame), reference, WIDTH, HEIGHT, png);
    }

    private String log() {
        try {
            return Files.readString(scratch.resolve("gst.log"));
        } catch (java.io.IOException e) {
            return e.toString();
        }
    }
}
