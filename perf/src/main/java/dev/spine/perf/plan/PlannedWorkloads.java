package dev.spine.perf.plan;

import dev.spine.device.wire.capture.CaptureException;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.perf.forward.ForwardExperiment;
import dev.spine.perf.forward.ForwardInput;
import dev.spine.perf.forward.FrameSizes;
import dev.spine.perf.move.MoveExperiment;
import dev.spine.perf.move.MoveWorkload;
import dev.spine.perf.video.VideoExperiment;
import dev.spine.perf.video.VideoStream;
import dev.spine.system.IopDescription.PlacedDevice;
import dev.spine.system.SystemDescription;
import dev.spine.system.capture.BundledCapture;
import dev.spine.system.kind.DisplayKind;
import java.util.List;
import java.util.function.UnaryOperator;

/** The workloads of which plans are made. Any thread. */
public final class PlannedWorkloads {
    /** Of the bundled stream. */
    static final PixelFormat VIDEO_FORMAT = PixelFormat.UYVY;
    /** Routes of what is forwarded. */
    public static final int ROUTES = 1;

    private static final long PACKETS = 3_000;
    private PlannedWorkloads() {}

    /**
     * {@return packets of the bundled stream to a window in the middle of the bundled system's screen}
     *
     * @param seed of all randomness
     */
    public static PlannedWorkload video(long seed) {
        return video(seed, UnaryOperator.identity());
    }

    /** Packets of the bundled stream to a window in the middle of the screen that a system is fitted with. */
    static PlannedWorkload video(long seed, UnaryOperator<SystemDescription> fitting) {
        VideoStream stream = stream(fitting.apply(VideoExperiment.system("lanai-33", seed)));
        return new PlannedWorkload("video", "packet",
            (profile, path, witness) -> VideoExperiment.read(profile, path, stream, PACKETS, seed, fitting, witness));
    }

    /** As much of the stream as the screen shows. */
    private static VideoStream stream(SystemDescription system) {
        BundledCapture bars = BundledCapture.BARS;
        DisplayKind.Spec screen = system.iops().stream().flatMap(iop -> iop.devices().stream()).map(PlacedDevice::spec)
            .filter(DisplayKind.Spec.class::isInstance).map(DisplayKind.Spec.class::cast).findFirst().orElseThrow();
        try {
            // An even column: pixels of UYVY lie in pairs.
            return new VideoStream(bars.read(), bars.udpPort(), VIDEO_FORMAT, bars.width(), bars.height(), screen.format(),
                screen.width(), screen.height(), Math.max(0, (screen.width() - bars.width()) / 2 & -2),
                Math.max(0, (screen.height() - bars.height()) / 2));
        } catch (CaptureException e) {
            throw new IllegalStateException("the bundled capture cannot be read: build again", e);
        }
    }

    /**
     * {@return packets from one network card to another}
     *
     * @param frameBytes of each with its checksum, 64 to 1518
     * @param seed of all randomness
     */
    public static PlannedWorkload forward(int frameBytes, long seed) {
        return forward(frameBytes, seed, UnaryOperator.identity());
    }

    /** Packets from one network card to another of a fitted system. */
    static PlannedWorkload forward(int frameBytes, long seed, UnaryOperator<SystemDescription> fitting) {
        ForwardInput input = ForwardInput.made(List.of(FrameSizes.of(frameBytes)), ROUTES).getFirst();
        return new PlannedWorkload(input.workload(), "packet",
            (profile, path, witness) -> ForwardExperiment.read(profile, path, input, PACKETS, seed, fitting, witness));
    }

    /**
     * {@return stored data that are moved}
     *
     * @param workload from where to where
     * @param seed of all randomness
     * @param fitting makes the workload's system like another one
     */
    public static PlannedWorkload move(MoveWorkload workload, long seed, UnaryOperator<SystemDescription> fitting) {
        return new PlannedWorkload(workload.title(), "chunk",
            (profile, path, witness) -> MoveExperiment.read(profile, path, workload, seed, fitting, witness));
    }
}
