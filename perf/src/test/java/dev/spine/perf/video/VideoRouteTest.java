package dev.spine.perf.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.CaptureException;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.peer.plan.TransferReport;
import dev.spine.system.capture.BundledCapture;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.profile.ProfileFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The route of a record is what the plan of the path says and the accounts of the bus confirm. */
@Tag("SS-34")
class VideoRouteTest {
    private static final int PACKETS = 500;

    private final MachineProfile profile = ProfileFile.find("lanai-33");

    private TransferReport run(VideoPath path, PixelFormat screen) throws CaptureException {
        VideoStream stream = new VideoStream(BundledCapture.BARS.read(), BundledCapture.BARS.udpPort(), PixelFormat.UYVY, 320, 240, screen,
            640, 480, 0, 0);
        CaptureKind.Spec wire = new CaptureKind.Spec(VideoSystem.WIRE, stream.capture(), 256);
        try (VideoRun run = new VideoRun(SpineComponent.create().systemFactory().build(
            VideoSystem.describe(stream, "lanai-33", 1, "capture", wire), new ModelledEngine(profile, 1), profile, profile.wire()), path,
            stream)) {
            TransferReport report = run.closedLoop(PACKETS).transfer();
            assertTrue(report.agrees(), () -> report.route() + " " + report.moved());
            return report;
        }
    }

    @Test
    @Tag("SO-07")
    @Tag("SS-17")
    @Tag("SS-35")
    @Tag("SN-02")
    void equalFormatsAreMovedByDmaAlone() throws CaptureException {
        assertEquals("device to device under a grant: a grant is held, formats are equal (UYVY)",
            run(new SpineVideoPath(), PixelFormat.UYVY).route());
    }

    @Test
    @Tag("SS-06")
    void otherFormatsAreConvertedOnTheCardOfTheExtension() throws CaptureException {
        assertEquals("device to device under a grant: a grant is held, UYVY is converted to XRGB8888 on nic",
            run(new SpineVideoPath(), PixelFormat.XRGB8888).route());
    }

    @Test
    void otherFormatsAreConvertedOnTheCardOfTheScreenThatPulls() throws CaptureException {
        assertTrue(run(new PeerVideoPath(), PixelFormat.XRGB8888).route()
            .startsWith("peer message and pull: connected, UYVY is converted to XRGB8888 on screen; not device to device"));
        assertTrue(run(new HostPath(), PixelFormat.XRGB8888).route()
            .startsWith("through host memory: the host reaches every device, UYVY is converted to XRGB8888 on screen"));
    }
}
