package dev.spine.perf.video;

import dev.spine.device.display.DisplayDdm;
import dev.spine.device.display.monitor.PngSnapshot;
import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.ReplayOrder;
import dev.spine.iop.Iop;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.kernel.IopCounters;
import dev.spine.peer.plan.TransferPlan;
import dev.spine.peer.plan.TransferReport;
import dev.spine.perf.reference.ReferenceFormat;
import dev.spine.perf.reference.ReferenceRenderer;
import dev.spine.perf.reference.ReferenceSurface;
import dev.spine.perf.reference.ReferenceWindow;
import dev.spine.perf.report.MeasuredPass;
import dev.spine.perf.report.PassCosts;
import dev.spine.perf.report.PathComparison;
import dev.spine.system.SpineSystem;
import dev.spine.system.scenario.EventLimit;
import dev.spine.system.scenario.IncompleteRunException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * One path on one engine: set up once, then measured in passes. Loading and set-up lie outside every measured interval.
 *
 * <p>Used by one thread, which is outside the engine.
 */
public final class VideoRun implements PathComparison.Run {
    private static final long LIVE_LIMIT_NS = 60_000_000_000L;
    private static final long POLL_NS = 500_000;
    private static final long MODELLED_SLICE_NS = 1_000_000;
    /** Where nothing completes for long, slices are this part of that time: a machine may take seconds for a packet. */
    private static final long SLICES_OF_A_GAP = 1_000;

    private final SpineSystem system;
    private final VideoPath path;
    private final VideoStream stream;
    private final CaptureWire wire;
    private final CompletionLog log = new CompletionLog();
    private long setupMessages;

    /**
     * Boots a system and sets a path up on it.
     *
     * @param system built by the caller, not started; closed with this
     * @param path which path
     * @param stream what is shown
     */
    public VideoRun(SpineSystem system, VideoPath path, VideoStream stream) {
        this.system = system;
        this.path = path;
        this.stream = stream;
        this.wire = (CaptureWire) system.wire(VideoSystem.WIRE);
        path.prepare(system, log);
        system.boot();
        path.open(system, stream);
        setupMessages = PassCosts.hostMessages(system);
    }

    /** {@return messages that the host sent and received for boot, loading and set-up} */
    @Override
    public long setupMessages() {
        return setupMessages;
    }

    /**
     * What one pass found.
     *
     * @param units packets delivered to the screen
     * @param seconds from the first due time to the last completion
     * @param lost offered and not delivered
     * @param lostBehindWire of these, packets for which the wire had a buffer
     * @param costs of the pass
     * @param latencies from due time to completion, at an even pace
     * @param transfer the route that the pixels took, and why
     */
    public record Pass(long units, double seconds, long lost, long lostBehindWire, PassCosts costs, Histogram latencies,
        TransferReport transfer) implements MeasuredPass {}

    /**
     * Offers packets as fast as receive buffers return.
     *
     * @param packets how many
     * @return what was found
     */
    public Pass closedLoop(long packets) {
        log.begin(null);
        return run(new ReplayOrder(path.closedLoop(), packets), packets);
    }

    /**
     * Offers packets at a steady rate, each with its jitter, whether or not the path keeps up.
     *
     * @param packetsPerSecond at least 1
     * @param packets how many
     * @return what was found
     */
    public Pass openLoop(long packetsPerSecond, long packets) {
        log.begin(wire::placedDueNs);
        return run(new ReplayOrder(new Pace.Jittered(packetsPerSecond), packets), packets);
    }

    private Pass run(ReplayOrder order, long packets) {
        TransferPlan plan = path.plan(system, stream);
        TransferReport.Reading transferBefore = TransferReport.read(system.bus(), plan.source(), plan.destination());
        long missedBefore = missed();
        long dropsBefore = drops();
        long unansweredBefore = path.unanswered();
        PassCosts.Reading before = new PassCosts.Reading(system);
        system.tasks().run(() -> system.host().context().deliver(wire.orders(), order));
        waitFor(() -> wire.offered() > 0 || log.completed() > 0);
        boolean isShown = path.completion() == VideoPath.Completion.SHOWN;
        waitFor(() -> wire.isDone() && log.completed() + missed() - missedBefore + (isShown ? drops() - dropsBefore : 0) >= packets);
        PassCosts costs = before.since();
        long unanswered = path.unanswered() - unansweredBefore;
        if (unanswered > 0 && isModelled()) {
            throw new IncompleteRunException("path " + path.name() + ": of " + packets + " packets, " + unanswered
                + " are in messages that the display has not answered in time");
        }
        long dropped = drops() - dropsBefore;
        double seconds = Math.max(1, log.lastNs() - wire.startNs()) / 1e9;
        return new Pass(log.completed() - (isShown ? 0 : dropped), seconds, missed() - missedBefore + dropped, dropped,
            costs, log.latencies().copy(),
            plan.reportOn(path.taken(), TransferReport.read(system.bus(), plan.source(), plan.destination()).since(transferBefore)));
    }

    private void waitFor(BooleanSupplier condition) {
        if (system.engine() instanceof ModelledEngine modelled) {
            long seen = -1;
            long sinceNs = modelled.nowNs();
            EventLimit limit = new EventLimit(modelled, path.name(), log.completed());
            while (!condition.getAsBoolean()) {
                if (seen != log.completed()) {
                    seen = log.completed();
                    sinceNs = modelled.nowNs();
                }
                if (modelled.isIdle()) {
                    throw new IncompleteRunException("the modelled system is idle after " + log.completed() + " packets, " + wire.offered()
                        + " offered: path " + path.name() + " has lost the rest");
                }
                limit.check(log.completed());
                modelled.advanceTo(modelled.nowNs() + Math.max(MODELLED_SLICE_NS, (modelled.nowNs() - sinceNs) / SLICES_OF_A_GAP));
            }
            return;
        }
        long seen = -1;
        long sinceNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (seen != log.completed()) {
                seen = log.completed();
                sinceNs = System.nanoTime();
            }
            if (System.nanoTime() - sinceNs > LIVE_LIMIT_NS) {
                throw new IllegalStateException("path " + path.name() + " has delivered " + log.completed() + " packets of "
                    + wire.offered() + " and has not gone on for a minute");
            }
            LockSupport.parkNanos(POLL_NS);
        }
    }

    /** {@return whether what is found is exact: nobody else's work on this machine is in it} */
    boolean isModelled() {
        return system.engine() instanceof ModelledEngine;
    }

    /** Packets that the wire had no buffer for. */
    private long missed() {
        return wire.ports().getFirst().received().drops();
    }

    /** Packets that were dropped behind the wire. */
    private long drops() {
        long drops = 0;
        for (Iop iop : system.iops().values()) {
            drops += iop.kernel().counters().get(IopCounters.Counter.PACKETS_NO_BUFFER);
        }
        return drops + path.dropped();
    }

    /** {@return the bytes of the screen, line 0 first; while nothing is drawn} */
    public byte[] screen() {
        DisplayDdm display = (DisplayDdm) system.device(VideoSystem.SCREEN, VideoSystem.DISPLAY).module();
        return display.surface().toBytes();
    }

    /** {@return a picture of the screen, as a PNG; while nothing is drawn} */
    public byte[] picture() {
        DisplayDdm display = (DisplayDdm) system.device(VideoSystem.SCREEN, VideoSystem.DISPLAY).module();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            PngSnapshot.write(display.surface(), out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /**
     * {@return bytes of packet headers that travel over the bus together with the pixels, as this path moves them}
     *
     * @param packets how many packets of the repeated capture
     */
    public long carriedHeaderBytes(long packets) {
        return path.carriedHeaderBytes(stream, packets);
    }

    /**
     * {@return whether the screen shows, byte for byte, what the independent reference paints}
     *
     * @param packets how many packets of the repeated capture were shown last
     */
    public boolean verify(long packets) {
        ReferenceRenderer reference = new ReferenceRenderer(
            ReferenceSurface.packed(stream.screenWidth(), stream.screenHeight(), ReferenceFormat.valueOf(stream.screenFormat().name())));
        reference.paintRepeated(stream.capture(), packets, List.of(new ReferenceWindow(stream.port(),
            ReferenceFormat.valueOf(stream.format().name()), stream.x(), stream.y(), stream.width(), stream.height())));
        return reference.pixels().equals(ByteBuffer.wrap(screen()));
    }

    @Override
    public void close() {
        system.close();
    }
}
