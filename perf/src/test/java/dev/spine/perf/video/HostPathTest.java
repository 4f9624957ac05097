package dev.spine.perf.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.CaptureException;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.message.display.WindowDestroy;
import dev.spine.i2o.message.display.WindowMove;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.perf.video.VideoRun.Pass;
import dev.spine.system.SpineSystem;
import dev.spine.system.capture.BundledCapture;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.profile.ProfileFile;
import org.junit.jupiter.api.Test;

/** What the application of the host path does with packets that the screen does not show. */
class HostPathTest {
    private static final int PACKETS = 3000;
    private static final int WIDTH = 320;
    private static final int HEIGHT = 240;
    /** The number of the first window of a display: generation 1, index 0. */
    private static final int FIRST_WINDOW = 1 << 16;

    private final MachineProfile profile = ProfileFile.find("lanai-33");

    private SpineSystem system(VideoStream stream) {
        return SpineComponent.create().systemFactory().build(VideoSystem.describe(stream, "lanai-33", 1, "capture",
            new CaptureKind.Spec(VideoSystem.WIRE, stream.capture(), 1024)), new ModelledEngine(profile, 1), profile, profile.wire());
    }

    private static VideoStream bars(int x, int y) throws CaptureException {
        return new VideoStream(BundledCapture.BARS.read(), BundledCapture.BARS.udpPort(), PixelFormat.UYVY, WIDTH, HEIGHT, PixelFormat.UYVY,
            2 * WIDTH, 2 * HEIGHT, x, y);
    }

    @Test
    void packetsOutsideTheScreenAreDoneWithAndTheScreenHearsNothing() throws CaptureException {
        VideoStream stream = bars(2 * WIDTH, 0);
        try (VideoRun run = new VideoRun(system(stream), new HostPath(), stream)) {
            Pass pass = run.closedLoop(PACKETS);
            assertEquals(PACKETS, pass.units());
            assertEquals(0, pass.lost());
            assertTrue(run.verify(PACKETS), "nothing is on the screen");
        }
    }

    @Test
    void packetsHalfOutsideTheScreenShowTheirVisibleHalf() throws CaptureException {
        for (VideoStream stream : new VideoStream[] {bars(2 * WIDTH - 16, 2 * HEIGHT - 3), bars(-WIDTH + 2, -HEIGHT + 1)}) {
            try (VideoRun run = new VideoRun(system(stream), new HostPath(), stream)) {
                Pass pass = run.closedLoop(PACKETS);
                assertEquals(PACKETS, pass.units());
                assertTrue(run.verify(PACKETS));
            }
        }
    }

    @Test
    void packetsThatTheScreenRefusesAreLostAndNotCompleted() throws CaptureException {
        VideoStream stream = bars(0, 0);
        SpineSystem system = system(stream);
        try (VideoRun run = new VideoRun(system, new HostPath(), stream)) {
            system.await("the end of the window", () -> system.driver().ask(system.driver(VideoSystem.SCREEN),
                system.device(VideoSystem.SCREEN, VideoSystem.DISPLAY).tid(), new WindowDestroy(FIRST_WINDOW)));
            Pass pass = run.closedLoop(PACKETS);
            assertEquals(0, pass.units());
            assertEquals(PACKETS, pass.lost());
        }
    }

    @Test
    void packetsForAPlaceThatIsNoLongerVisibleAreLostAndNotCompleted() throws CaptureException {
        VideoStream stream = bars(0, 0);
        SpineSystem system = system(stream);
        try (VideoRun run = new VideoRun(system, new HostPath(), stream)) {
            system.await("the move of the window", () -> system.driver().ask(system.driver(VideoSystem.SCREEN),
                system.device(VideoSystem.SCREEN, VideoSystem.DISPLAY).tid(),
                new WindowMove(FIRST_WINDOW, 2 * WIDTH, 0, WIDTH, HEIGHT)));
            Pass pass = run.closedLoop(PACKETS);
            assertEquals(0, pass.units());
            assertEquals(PACKETS, pass.lost());
        }
    }
}
