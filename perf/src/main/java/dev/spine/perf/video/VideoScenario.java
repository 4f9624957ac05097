package dev.spine.perf.video;

import dev.spine.device.wire.capture.CaptureException;
import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.ReplayOrder;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.system.SpineSystem;
import dev.spine.system.capture.BundledCapture;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.scenario.RunObserver;
import dev.spine.system.scenario.Scenario;
import dev.spine.system.scenario.ScenarioRun;
import org.jspecify.annotations.Nullable;

/**
 * Packets of a stream go to a window on the screen by one path: boot, set-up, then the packets. Any thread.
 *
 * @param path {@code host}, {@code i2o} or {@code spine}
 * @param profile reference of the machine's profile
 * @param stream what is shown
 * @param pace when packets come, or null: as fast as the path takes them
 * @param packets how many, at least 1
 */
public record VideoScenario(String path, String profile, VideoStream stream, @Nullable Pace pace, long packets) implements Scenario {
    private static final int RECEIVE_BUFFERS = 256;

    /**
     * Packets of the bundled colour bars, as fast as the path takes them.
     *
     * @param path {@code host}, {@code i2o} or {@code spine}
     * @param profile reference of the machine's profile
     * @param packets how many, at least 1
     */
    public VideoScenario(String path, String profile, long packets) {
        this(path, profile, bars(), null, packets);
    }

    @Override
    public String name() {
        return path;
    }

    @Override
    public ScenarioRun start(long seed, @Nullable RunObserver observer) {
        MachineProfile machine = ProfileFile.find(profile);
        VideoPath moves = VideoComparison.path(path);
        ModelledEngine engine = ScenarioRun.engine(machine, seed, observer);
        SpineSystem system = SpineComponent.create().systemFactory().build(VideoSystem.describe(stream, profile, seed, "capture",
            new CaptureKind.Spec(VideoSystem.WIRE, stream.capture(), RECEIVE_BUFFERS)), engine, machine, machine.wire());
        CaptureWire wire = (CaptureWire) system.wire(VideoSystem.WIRE);
        CompletionLog log = new CompletionLog();
        moves.prepare(system, log);
        return ScenarioRun.start(engine, system, observer, () -> {
            system.await("the boot of all IOPs", system.driver()::boot).orThrow();
            moves.open(system, stream);
            ReplayOrder order = new ReplayOrder(pace == null ? moves.closedLoop() : pace, packets);
            system.tasks().run(() -> system.host().context().deliver(wire.orders(), order));
        }, () -> wire.isDone() && log.completed() >= packets, () -> { });
    }

    private static VideoStream bars() {
        BundledCapture bars = BundledCapture.BARS;
        try {
            return new VideoStream(bars.read(), bars.udpPort(), PixelFormat.UYVY, bars.width(), bars.height(), PixelFormat.UYVY,
                bars.width() * 2, bars.height() * 2, bars.width() / 2, bars.height() / 2);
        } catch (CaptureException e) {
            throw new IllegalStateException("the bundled capture cannot be read: build again", e);
        }
    }
}
