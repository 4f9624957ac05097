package dev.spine.perf.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.CaptureException;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.extension.runtime.quota.QuotaUse;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.system.SpineSystem;
import dev.spine.system.capture.BundledCapture;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.profile.ProfileFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The standard limits are no burden for video at the full rate of the modelled card. */
@Tag("SO-02")
class VideoQuotaTest {
    private static final int PACKETS = 1_000;

    private final MachineProfile profile = ProfileFile.find("lanai-33");

    private static QuotaUse use(SpineSystem system, Quota quota) {
        RuntimeClient client = new RuntimeClient(system.driver(VideoSystem.NIC),
            system.device(VideoSystem.NIC, VideoSystem.RUNTIME).tid(), system.hostMemory(), system.tasks());
        InstanceStatus status = client.list().getFirst();
        assertTrue(status.lines().stream().noneMatch(line -> line.getKey().equals("failure") && !line.getValue().isEmpty()),
            () -> status.lines().toString());
        return status.quotas().stream().filter(each -> each.quota() == quota).findFirst().orElseThrow();
    }

    @Test
    void neitherFuelNorHeapCutsTheVideoPath() throws CaptureException {
        VideoStream stream = new VideoStream(BundledCapture.BARS.read(), BundledCapture.BARS.udpPort(), PixelFormat.UYVY, 320, 240,
            PixelFormat.UYVY, 640, 480, 0, 0);
        SpineSystem system = SpineComponent.create().systemFactory().build(VideoSystem.describe(stream, "lanai-33", 1, "capture",
            new CaptureKind.Spec(VideoSystem.WIRE, stream.capture(), 256)), new ModelledEngine(profile, 1), profile, profile.wire());
        try (VideoRun run = new VideoRun(system, new SpineVideoPath(), stream)) {
            assertTrue(run.closedLoop(PACKETS).transfer().agrees());
            long held = use(system, Quota.HEAP).used();
            assertTrue(run.closedLoop(PACKETS).transfer().agrees());
            assertEquals(held, use(system, Quota.HEAP).used(), "no packet takes heap");
            QuotaUse fuel = use(system, Quota.FUEL_PER_SECOND);
            assertEquals(0, fuel.refused());
            assertTrue(fuel.peak() > 0 && fuel.peak() < fuel.limit() / 2, fuel::toString);
        }
    }
}
