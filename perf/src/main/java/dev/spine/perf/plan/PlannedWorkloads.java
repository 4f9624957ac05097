package dev.spine.perf.plan;

import dev.spine.device.wire.capture.CaptureException;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.perf.capture.BundledCapture;
import dev.spine.perf.forward.ForwardExperiment;
import dev.spine.perf.forward.ForwardInput;
import dev.spine.perf.forward.FrameSizes;
import dev.spine.perf.move.MoveExperiment;
import dev.spine.perf.move.MoveWorkload;
import dev.spine.perf.video.VideoExperiment;
import dev.spine.perf.video.VideoStream;
import java.util.List;

/** The workloads of which plans are made. */
final class PlannedWorkloads {
    private static final long PACKETS = 1_000;
    private static final int ROUTES = 1;

    private PlannedWorkloads() {}

    /** Packets of the bundled stream to a window. */
    static PlannedWorkload video(long seed) {
        BundledCapture bars = BundledCapture.BARS;
        try {
            VideoStream stream = new VideoStream(bars.read(), bars.udpPort(), PixelFormat.UYVY, bars.width(), bars.height(),
                PixelFormat.UYVY, bars.width() * 2, bars.height() * 2, bars.width() / 2, bars.height() / 2);
            return new PlannedWorkload("video", "packet",
                (profile, path, witness) -> VideoExperiment.read(profile, path, stream, PACKETS, seed, witness));
        } catch (CaptureException e) {
            throw new IllegalStateException("the bundled capture cannot be read: build again", e);
        }
    }

    /** Packets from one network card to another. */
    static PlannedWorkload forward(int frameBytes, long seed) {
        ForwardInput input = ForwardInput.made(List.of(FrameSizes.of(frameBytes)), ROUTES).getFirst();
        return new PlannedWorkload(input.workload(), "packet",
            (profile, path, witness) -> ForwardExperiment.read(profile, path, input, PACKETS, seed, witness));
    }

    /** Stored data. */
    static PlannedWorkload move(MoveWorkload workload, long seed) {
        return new PlannedWorkload(workload.title(), "chunk",
            (profile, path, witness) -> MoveExperiment.read(profile, path, workload, seed, witness));
    }
}
