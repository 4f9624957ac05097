package dev.spine.perf.forward;

import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.ReplayOrder;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.perf.report.MeasuredPass;
import dev.spine.perf.report.PassCosts;
import dev.spine.perf.report.PathComparison;
import dev.spine.system.scenario.EventLimit;
import dev.spine.system.scenario.IncompleteRunException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * One path on one engine: set up once, then measured in passes. Set-up lies outside every measured interval.
 *
 * <p>Used by one thread, which is outside the engine.
 */
public final class ForwardRun implements PathComparison.Run {
    /** So often nothing may have changed: a minute and more. By turns and not by the clock, which goes on while nobody here runs. */
    private static final int MAX_IDLE_POLLS = 250_000;
    /** Whoever waits looks seldom: it may have the processor of those who work. */
    private static final long POLL_NS = 2_000_000;
    private static final long MODELLED_SLICE_NS = 100_000;
    /** Where nothing comes for long, slices are this part of that time: a machine may take seconds for a packet. */
    private static final long SLICES_OF_A_GAP = 20_000;
    /** When none came for so long since all packets were offered, those that are missing are lost. */
    private static final long QUIET_NS = 1_000_000_000;
    /** The same for a trial of a search, which may fail and is then repeated. */
    private static final long TRIAL_QUIET_NS = 200_000_000;
    /** The same when a flow has been stopped. */
    private static final long FLOW_QUIET_NS = 20_000_000;

    /** The same on a described machine on which something is always under way: a hundred times what each of its parts may take. */
    private static final long MODELLED_QUIET_NS = 100_000_000_000L;

    private final ForwardStage stage;
    private final ForwardPath path;
    private final long setupMessages;

    /**
     * Boots a system and sets a path up on it; the system is closed with this.
     *
     * @param stage the system, built
     * @param path not open
     */
    public ForwardRun(ForwardStage stage, ForwardPath path) {
        this.stage = stage;
        this.path = path;
        stage.system().boot();
        path.open(stage);
        this.setupMessages = PassCosts.hostMessages(stage.system());
    }

    /**
     * What one pass found.
     *
     * @param units packets that arrived
     * @param seconds from the first due time to the last arrival
     * @param lost offered and not arrived
     * @param wrong arrived and not as they should be
     * @param costs of the pass
     * @param latencies from due time to arrival, at an even pace
     */
    public record Pass(long units, double seconds, long lost, long wrong, PassCosts costs, Histogram latencies) implements MeasuredPass {}

    /** {@return messages that the host sent and received for boot and set-up} */
    @Override
    public long setupMessages() {
        return setupMessages;
    }

    ForwardPath path() {
        return path;
    }

    ForwardStage stage() {
        return stage;
    }

    /**
     * Offers packets as fast as they arrive at the far end.
     *
     * @param packets how many
     * @param compare whether each is compared at the far end, which takes time there
     * @return what was found
     */
    public Pass closedLoop(long packets, boolean compare) {
        stage.farEnd().begin(null, compare ? path.expected(stage.packets()) : null);
        return run(new ReplayOrder(path.closedLoop(), packets), packets, QUIET_NS);
    }

    /**
     * Offers packets at a steady rate, each with its jitter, whether or not the path keeps up.
     *
     * @param packetsPerSecond the rate, on the average
     * @param packets how many
     * @return what was found
     */
    public Pass openLoop(long packetsPerSecond, long packets) {
        stage.farEnd().begin(stage.wire()::dueNs, null);
        return run(new ReplayOrder(new Pace.Jittered(packetsPerSecond), packets), packets, QUIET_NS);
    }

    /**
     * As {@link #openLoop}, and takes latencies from a packet on: those of before find a system whose threads have slept.
     *
     * @param packetsPerSecond the rate, on the average
     * @param packets how many
     * @param from number of that packet
     * @return what was found
     */
    public Pass steadyLoop(long packetsPerSecond, long packets, long from) {
        stage.farEnd().begin(stage.wire()::dueNs, from, null);
        return run(new ReplayOrder(new Pace.Jittered(packetsPerSecond), packets), packets, QUIET_NS);
    }

    /** Offers packets in bursts, whether or not the path keeps up. */
    Pass bursts(long packetsPerSecond, int burst, long packets) {
        stage.farEnd().begin(null, null);
        return run(new ReplayOrder(new Pace.Bursts(packetsPerSecond, burst), packets), packets, QUIET_NS);
    }

    /** Offers packets at an even pace, to find out whether all arrive. */
    Pass trial(Pace.Even pace, long packets) {
        stage.farEnd().begin(stage.wire()::dueNs, null);
        return run(new ReplayOrder(pace, packets), packets, TRIAL_QUIET_NS);
    }

    /** Offers one burst, to find out whether all of it arrives. */
    Pass burst(Pace pace, long packets) {
        stage.farEnd().begin(null, null);
        return run(new ReplayOrder(pace, packets), packets, TRIAL_QUIET_NS);
    }

    /** Begins to offer packets in bursts at a steady rate, until {@link #endFlow}. */
    void beginFlow(long packetsPerSecond, int burst) {
        stage.farEnd().begin(null, null);
        order(ReplayOrder.endless(new Pace.Bursts(packetsPerSecond, burst)));
    }

    /** {@return packets that have arrived} */
    long received() {
        return stage.farEnd().received();
    }

    /** Stops offering packets and waits until those under way have come; returns how many were wrong. */
    long endFlow() {
        order(ReplayOrder.STOP);
        long[] seen = {-1, 0};
        waitFor(() -> {
            long received = stage.farEnd().received();
            if (received != seen[0]) {
                seen[0] = received;
                seen[1] = nowNs();
            }
            return nowNs() - seen[1] > FLOW_QUIET_NS;
        });
        return stage.farEnd().wrong();
    }

    private void order(ReplayOrder order) {
        stage.system().tasks().run(() -> stage.system().host().context().deliver(stage.wire().orders(), order));
    }

    private Pass run(ReplayOrder order, long packets, long quietNs) {
        CaptureWire wire = stage.wire();
        FarEnd farEnd = stage.farEnd();
        PassCosts.Reading before = new PassCosts.Reading(stage.system());
        order(order);
        waitFor(() -> wire.offered() > 0 || farEnd.received() > 0);
        waitFor(new PassEnd(wire, farEnd, packets, this::nowNs, this::isAtRest, isModelled() ? MODELLED_QUIET_NS : quietNs));
        if (isModelled() && !wire.isDone()) {
            throw new IncompleteRunException("path " + path.name() + ": after " + wire.offered() + " of " + packets + " packets, of which "
                + (wire.offered() - farEnd.received()) + " are lost, nothing is under way");
        }
        if (farEnd.received() == 0 && isModelled()) {
            throw new IncompleteRunException("path " + path.name() + ": none of " + packets + " packets has arrived");
        }
        PassCosts costs = before.since();
        double seconds = Math.max(1, farEnd.lastNs() - wire.startNs()) / 1e9;
        return new Pass(farEnd.received(), seconds, packets - farEnd.received(), farEnd.wrong(), costs,
            farEnd.latencies().copy());
    }

    private boolean isModelled() {
        return stage.system().engine() instanceof ModelledEngine;
    }

    private boolean isAtRest() {
        return stage.system().engine() instanceof ModelledEngine modelled && modelled.isIdle();
    }

    private long nowNs() {
        return stage.system().engine() instanceof ModelledEngine modelled ? modelled.nowNs() : System.nanoTime();
    }

    private void waitFor(BooleanSupplier condition) {
        int idlePolls = 0;
        long seen = -1;
        long seenNs = nowNs();
        EventLimit limit = stage.system().engine() instanceof ModelledEngine modelled
            ? new EventLimit(modelled, path.name(), stage.farEnd().received()) : null;
        while (!condition.getAsBoolean()) {
            if (limit != null && stage.system().engine() instanceof ModelledEngine engine) {
                limit.check(stage.farEnd().received());
                engine.advanceTo(engine.nowNs() + Math.max(MODELLED_SLICE_NS, (engine.nowNs() - seenNs) / SLICES_OF_A_GAP));
            } else {
                LockSupport.parkNanos(POLL_NS);
                idlePolls++;
            }
            long received = stage.farEnd().received();
            if (received != seen) {
                seen = received;
                seenNs = nowNs();
                idlePolls = 0;
            }
            if (idlePolls > MAX_IDLE_POLLS) {
                throw new IllegalStateException("path " + path.name() + " has forwarded " + stage.farEnd().received() + " packets of "
                    + stage.wire().offered() + " and has not gone on for a minute");
            }
        }
    }

    @Override
    public void close() {
        path.close();
        stage.system().close();
    }
}
