package dev.spine.perf.video;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.report.InstanceReport;
import dev.spine.extension.video.VideoExtension;
import dev.spine.extension.video.VideoProtocol;
import dev.spine.host.driver.HostException;
import dev.spine.peer.plan.Conditions;
import dev.spine.peer.plan.TransferPlan;
import dev.spine.peer.plan.TransferRoute;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemFactory.PlacedModule;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The SPINE path: an extension on the card transfers each packet's lines to the window, which the screen has granted to it. One thread at a
 * time.
 */
public final class SpineVideoPath implements VideoPath {
    private static final int SLOT = 0;
    private static final int UNKNOWN = -1;

    /** What the extension counts of packets that it does not draw although they are in their window. */
    private static final List<String> UNDRAWN = List.of("packets malformed", "packets that are no RTP", "packets of interlaced video",
        "packets of 10-bit video", "packets of another sampling", "packets of too many lines", "packets without a window",
        "packets dropped for want of a transfer", "packets dropped while their window moved");

    private @Nullable RuntimeModule module;
    private int loaded;
    private Conditions.Grant grant = Conditions.Grant.NOT_ASKED;

    /** A path that is not open. */
    public SpineVideoPath() {}

    @Override
    public String name() {
        return "spine";
    }

    @Override
    public void prepare(SpineSystem system, Completions completions) {
        CaptureReturns.report(system, completions);
    }

    @Override
    public void open(SpineSystem system, VideoStream stream) {
        PlacedModule runtime = system.device(VideoSystem.NIC, VideoSystem.RUNTIME);
        PlacedModule display = system.device(VideoSystem.SCREEN, VideoSystem.DISPLAY);
        int window = VideoWindows.create(system, stream);
        RuntimeClient client = new RuntimeClient(system.driver(VideoSystem.NIC), runtime.tid(), system.hostMemory(), system.tasks());
        AtomicInteger granted = new AtomicInteger(UNKNOWN);
        client.listen(VideoProtocol.HOST_WINDOW_READY, reply -> granted.set(reply.wordOrZero(5)));
        int instance = client.load(PackagedExtension.image("video", VideoExtension.class));
        client.send(instance, VideoProtocol.MAKE, SLOT, system.driver().iopId(system.driver(VideoSystem.SCREEN)), display.tid(), window,
            stream.port(), stream.format().code());
        system.tasks().await("the screen's grant of the window", () -> granted.get() != UNKNOWN);
        if (granted.get() != 0) {
            grant = Conditions.Grant.REFUSED;
            throw new HostException("the screen refused to grant its window to the extension (reason " + granted.get() + ")");
        }
        grant = Conditions.Grant.HELD;
        module = runtime.module() instanceof RuntimeModule running ? running : null;
        loaded = instance;
    }

    /** What does not reach the extension, the card counts. */
    @Override
    public long dropped() {
        RuntimeModule running = module;
        InstanceReport report = running == null ? null : running.report(loaded);
        return report == null ? 0 : UNDRAWN.stream().mapToLong(name -> report.counters().getOrDefault(name, 0L)).sum();
    }

    @Override
    public TransferPlan plan(SpineSystem system, VideoStream stream) {
        return VideoTransfer.plan(system, stream, system.device(VideoSystem.NIC, VideoSystem.RUNTIME), grant,
            Conditions.SourceCard.CONVERTS);
    }

    @Override
    public TransferRoute taken() {
        return TransferRoute.DEVICE_TO_DEVICE;
    }
}
