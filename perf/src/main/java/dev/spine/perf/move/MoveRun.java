package dev.spine.perf.move;

import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.ReplayOrder;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.kernel.IopCounters;
import dev.spine.perf.report.MeasuredPass;
import dev.spine.perf.report.PassCosts;
import dev.spine.perf.report.PathComparison;
import dev.spine.system.scenario.EventLimit;
import dev.spine.system.scenario.IncompleteRunException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * One path of one workload on one engine: set up once, then measured in passes. Loading, set-up and filling the disk lie outside every
 * measured interval.
 *
 * <p>Used by one thread, which is outside the engine.
 */
final class MoveRun implements PathComparison.Run {
    private static final long LIVE_LIMIT_NS = 60_000_000_000L;
    private static final long POLL_NS = 500_000;
    private static final int MODELLED_DELAY_US = 2_000;
    private static final int LIVE_DELAY_US = 30_000;
    private static final int LONGEST_DELAY_US = 1_000_000;
    private static final long MODELLED_SLICE_NS = 10_000;
    /** Where nothing lands for long, slices are this part of that time: a machine may take seconds for a chunk. */
    private static final long SLICES_OF_A_GAP = 5_000;
    /** Gaps that only a slow machine has. */
    private static final long LONG_GAP_NS = 10_000_000;
    /** Slices of a long gap where nobody needs to know when a slice ended: units say themselves when they came. */
    private static final long SLICES_OF_A_LONG_GAP = 100;

    private final MoveStage stage;
    private final MovePath path;
    private final long setupMessages;

    MoveRun(MoveStage stage, MovePath path) {
        this.stage = stage;
        this.path = path;
        CaptureWire wire = stage.wire();
        if (wire != null) {
            wire.listenToSent(stage.sent());
        }
        path.prepare(stage);
        stage.system().boot();
        StoredImage disk = new StoredImage(stage, null);
        if (stage.workload() == MoveWorkload.STORE_IN) {
            disk.clear();
        } else {
            disk.write();
        }
        long before = PassCosts.hostMessages(stage.system());
        path.open(stage);
        setupMessages = PassCosts.hostMessages(stage.system()) - before;
    }

    /** Messages that the host sent and received to set the path up, boot and disk not counted. */
    @Override
    public long setupMessages() {
        return setupMessages;
    }

    /**
     * What one pass found.
     *
     * @param units chunks that have reached their destination
     * @param seconds from the beginning to the last of them
     * @param lost offered and not arrived
     * @param costs of the pass
     * @param latencies of what the pass took latencies of
     */
    record Pass(long units, double seconds, long lost, PassCosts costs, Histogram latencies) implements MeasuredPass {}

    /** How many whole laps of the workload's extent have at least this many chunks. */
    private int laps(long chunks) {
        long lap = stage.image().length / stage.chunkBytes();
        return (int) Math.max(1, (chunks + lap - 1) / lap);
    }

    /** Moves at least so many chunks as fast as the path can, in whole laps. */
    Pass fastest(long chunks) {
        if (stage.workload() == MoveWorkload.STORE_IN) {
            stage.arrived().begin(null);
            return receive(new ReplayOrder(path.closedLoop(), (long) laps(chunks) * stage.image().length / stage.chunkBytes()));
        }
        long lap = stage.image().length;
        int laps = laps(chunks);
        LongSupplier landed = landed();
        long wanted = lap / stage.chunkBytes() * laps;
        int delayUs = stage.system().engine() instanceof ModelledEngine ? MODELLED_DELAY_US : LIVE_DELAY_US;
        while (true) {
            long from = landed.getAsLong();
            path.order(stage, lap, laps, MovePath.Notice.NONE, delayUs);
            long startNs = stage.orders().begunNs() + delayUs * 1000L;
            passTime(delayUs * 1000L / 2);
            PassCosts.Reading before = new PassCosts.Reading(stage.system());
            // The order has arrived, and nothing of it has begun; otherwise this machine was busy elsewhere, and the pass is void.
            boolean inTime = landed.getAsLong() == from;
            waitFor(() -> landed.getAsLong() - from >= wanted, landed);
            PassCosts costs = before.since();
            long endNs = lastNs();
            // The path has yet to hear of its last chunk, and refuses an order until it has.
            passTime(delayUs * 1000L);
            if (path.failed() > 0 && stage.system().engine() instanceof ModelledEngine) {
                // The host has given them up, and used their memory for others while the card still had them.
                throw new IncompleteRunException("path " + path.name() + " of " + stage.workload().title() + ": requests for "
                    + path.failed() + " of " + wanted + " chunks ended with an error or not in time");
            }
            if (inTime) {
                return new Pass(wanted, Math.max(1, endNs - startNs) / 1e9, 0, costs, new Histogram(1));
            }
            delayUs = Math.min(2 * delayUs, LONGEST_DELAY_US);
        }
    }

    /** Offers packets of the network at a steady rate, each with its jitter. */
    Pass offered(long packetsPerSecond, long packets) {
        CaptureWire wire = Objects.requireNonNull(stage.wire());
        stage.arrived().begin(wire::placedDueNs);
        return receive(new ReplayOrder(new Pace.Jittered(packetsPerSecond), packets));
    }

    private Pass receive(ReplayOrder order) {
        CaptureWire wire = Objects.requireNonNull(stage.wire());
        long dropsBefore = drops();
        PassCosts.Reading before = new PassCosts.Reading(stage.system());
        stage.system().tasks().run(() -> stage.system().host().context().deliver(wire.orders(), order));
        LongSupplier ended = () -> stage.arrived().completed() + drops() - dropsBefore;
        waitFor(() -> wire.offered() > 0 || stage.arrived().completed() > 0, ended);
        waitFor(() -> wire.isDone() && ended.getAsLong() >= order.packets(), ended);
        return new Pass(stage.arrived().completed(), Math.max(1, stage.arrived().lastNs() - wire.startNs()) / 1e9,
            drops() - dropsBefore, before.since(), stage.arrived().latencies().copy());
    }

    /** Gives orders one at a time and takes the time until the application is notified of each end. */
    Histogram oneByOne(int orders, long bytes) {
        stage.orders().reset();
        for (int i = 0; i < orders; i++) {
            long ends = stage.orders().ends();
            path.order(stage, bytes, 1, MovePath.Notice.AT_END, 0);
            waitFor(() -> stage.orders().ends() > ends, landed());
        }
        return stage.orders().latencies().copy();
    }

    /** Whether everything is where it belongs, byte for byte, after a whole lap. */
    boolean verify() {
        return stage.orders().failed() == 0 && switch (stage.workload()) {
            case STORE_IN -> new StoredImage(stage, path.disk()).isThere();
            case STORE_OUT -> stage.sent().wrong() == 0 && Arrays.equals(stage.sent().received(), stage.image());
            case SHOW -> stage.showsLastPicture();
        };
    }

    MovePath path() {
        return path;
    }

    MoveStage stage() {
        return stage;
    }

    private LongSupplier landed() {
        if (stage.workload() == MoveWorkload.STORE_OUT) {
            return () -> stage.sent().count();
        }
        Bus bus = stage.system().bus();
        BusAgent screen = stage.system().iop(MoveSystem.SCREEN).dma().busAgent();
        List<BusAgent> busAgents = List.of(BusAgent.host(), stage.system().iop(MoveSystem.CARD).dma().busAgent(), screen);
        return () -> {
            // Whoever moved them, the card or the screen itself: pixels that have crossed the bus into the screen's memory.
            long bytes = 0;
            for (int initiator = 0; initiator < busAgents.size(); initiator++) {
                for (int from = 0; from < busAgents.size() - 1; from++) {
                    bytes += bus.account(busAgents.get(initiator)).dataBytes(busAgents.get(from), screen);
                }
            }
            return bytes / stage.chunkBytes();
        };
    }

    private long lastNs() {
        if (stage.workload() == MoveWorkload.STORE_OUT) {
            return stage.sent().lastNs();
        }
        return stage.system().engine() instanceof ModelledEngine modelled ? modelled.nowNs()
            : stage.system().tasks().call(() -> stage.system().host().context().nowNs());
    }

    private void passTime(long ns) {
        if (stage.system().engine() instanceof ModelledEngine modelled) {
            modelled.advanceTo(modelled.nowNs() + ns);
        } else {
            LockSupport.parkNanos(ns);
        }
    }

    /** Waits; slices of virtual time follow how long nothing landed. */
    private void waitFor(BooleanSupplier condition, LongSupplier landed) {
        if (stage.system().engine() instanceof ModelledEngine modelled) {
            long count = landed.getAsLong();
            long sinceNs = modelled.nowNs();
            long sliceNs = MODELLED_SLICE_NS;
            EventLimit limit = new EventLimit(modelled, path.name() + " of " + stage.workload().title(), count);
            while (!condition.getAsBoolean()) {
                if (modelled.isIdle()) {
                    throw new IncompleteRunException("the modelled system is idle: path " + path.name() + " of "
                        + stage.workload().title() + " has lost something");
                }
                if (landed.getAsLong() != count) {
                    count = landed.getAsLong();
                    sinceNs = modelled.nowNs();
                }
                long gapNs = modelled.nowNs() - sinceNs;
                sliceNs = Math.max(sliceNs, gapNs / (gapNs > LONG_GAP_NS && stage.workload() != MoveWorkload.SHOW ? SLICES_OF_A_LONG_GAP
                    : SLICES_OF_A_GAP));
                limit.check(count);
                modelled.advanceTo(modelled.nowNs() + sliceNs);
            }
            return;
        }
        long limit = System.nanoTime() + LIVE_LIMIT_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > limit) {
                throw new IllegalStateException("path " + path.name() + " of " + stage.workload().title()
                    + " has not come to an end in a minute");
            }
            LockSupport.parkNanos(POLL_NS);
        }
    }

    private long drops() {
        CaptureWire wire = stage.wire();
        long drops = wire == null ? 0 : wire.ports().getFirst().received().drops();
        for (Iop iop : stage.system().iops().values()) {
            drops += iop.kernel().counters().get(IopCounters.Counter.PACKETS_NO_BUFFER);
        }
        return drops;
    }

    @Override
    public void close() {
        stage.system().close();
    }
}
