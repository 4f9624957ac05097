package dev.spine.perf.video;

import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.host.display.DisplayOsm;
import dev.spine.host.display.DisplayWindow;
import dev.spine.host.lan.LanOsm;
import dev.spine.host.lan.LanSettings;
import dev.spine.i2o.message.display.WindowCreate;
import dev.spine.i2o.param.LanGroups;
import dev.spine.peer.plan.Conditions;
import dev.spine.peer.plan.TransferPlan;
import dev.spine.peer.plan.TransferRoute;
import dev.spine.perf.reference.ReferenceFormat;
import dev.spine.perf.reference.ReferencePacket;
import dev.spine.perf.reference.ReferenceWindow;
import dev.spine.system.SpineSystem;
import org.jspecify.annotations.Nullable;

/**
 * The host-mediated path: packets go into buckets of host memory, an application on the host reads their headers, and the display pulls
 * their pixels from there. Two crossings; no copy by a processor. One thread at a time.
 */
public final class HostPath implements VideoPath {
    private static final int BUCKETS = 1024;
    private static final int BUCKET_BYTES = 2048;
    private static final int REPOST_BATCH = 32;
    private static final int SENDS = 16;
    private static final int BATCHES = 48;
    private static final int WINDOW = 256;

    private @Nullable HostVideoApplication application;
    private @Nullable Completions completions;

    /** A path that is not open. */
    public HostPath() {}

    @Override
    public String name() {
        return "host";
    }

    @Override
    public void prepare(SpineSystem system, Completions hears) {
        completions = hears;
    }

    @Override
    public Pace closedLoop() {
        return new Pace.AsAcknowledged(WINDOW);
    }

    @Override
    public void open(SpineSystem system, VideoStream stream) {
        DisplayOsm display = system.tasks().call(() -> new DisplayOsm(system.host(), system.driver(), system.driver(VideoSystem.SCREEN),
            system.device(VideoSystem.SCREEN, VideoSystem.DISPLAY).tid(), BATCHES));
        system.await("the claim of the screen", display::claim);
        DisplayWindow window = system.await("the window", () -> display.create(stream.x(), stream.y(), stream.width(), stream.height(),
            WindowCreate.SHARED_WITH_NOBODY));
        CaptureWire wire = system.wire(VideoSystem.WIRE) instanceof CaptureWire capture ? capture : null;
        Completions hears = completions;
        if (hears == null) {
            throw new IllegalStateException("prepare comes before open");
        }
        HostVideoApplication made = system.tasks().call(() -> new HostVideoApplication(system.host(), display, window, stream, hears,
            wire == null ? null : wire.acknowledgements(), BUCKETS));
        LanSettings settings = new LanSettings(BUCKETS, BUCKET_BYTES, REPOST_BATCH, SENDS, LanGroups.FilterMask.PROMISCUOUS, 0);
        LanOsm lan = system.tasks().call(() -> {
            LanOsm osm = new LanOsm(system.host(), system.driver(), system.hostMemory(), system.driver(VideoSystem.NIC),
                system.device(VideoSystem.NIC, VideoSystem.LAN).tid(), settings, made, (cookie, status, detail) -> { });
            made.receiveFrom(osm);
            system.host().register(made);
            return osm;
        });
        system.await("the network card", lan::open);
        application = made;
    }

    @Override
    public Completion completion() {
        return Completion.SHOWN;
    }

    @Override
    public long dropped() {
        HostVideoApplication running = application;
        return running == null ? 0 : running.dropped();
    }

    @Override
    public long unanswered() {
        HostVideoApplication running = application;
        return running == null ? 0 : running.unanswered();
    }

    @Override
    public long carriedHeaderBytes(VideoStream stream, long packets) {
        int count = stream.capture().packetCount();
        long lap = 0;
        long partial = 0;
        ReferenceWindow window = new ReferenceWindow(stream.port(), ReferenceFormat.valueOf(stream.format().name()), stream.x(), stream.y(),
            stream.width(), stream.height());
        for (int i = 0; i < count; i++) {
            long headers = stream.capture().packetBytes(i);
            if (ReferencePacket.parse(stream.capture().packet(i).asByteBuffer(), window) instanceof ReferencePacket.Video video) {
                for (ReferencePacket.LinePiece piece : video.lines()) {
                    headers -= piece.bytes().remaining();
                }
            }
            lap += headers;
            partial += i < packets % count ? headers : 0;
        }
        return packets / count * lap + partial;
    }

    @Override
    public TransferPlan plan(SpineSystem system, VideoStream stream) {
        return VideoTransfer.plan(system, stream, null, Conditions.Grant.NOT_ASKED, Conditions.SourceCard.MOVES);
    }

    @Override
    public TransferRoute taken() {
        return TransferRoute.THROUGH_HOST_MEMORY;
    }
}
