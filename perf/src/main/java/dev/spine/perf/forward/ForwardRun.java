package dev.spine.perf.forward;

import com.sun.management.ThreadMXBean;
import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.ReplayOrder;
import dev.spine.host.driver.HostCounters;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.Account;
import dev.spine.iop.engine.ModelledEngine;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * One path on one engine: set up once, then measured in passes. Set-up lies outside every measured interval.
 *
 * <p>Used by one thread, which is outside the engine.
 */
final class ForwardRun implements AutoCloseable {
    private static final long LIVE_LIMIT_NS = 60_000_000_000L;
    private static final long POLL_NS = 200_000;
    private static final long MODELLED_SLICE_NS = 100_000;
    /** When all packets were offered and none came for so long, those that are missing are lost. */
    private static final long QUIET_NS = 1_000_000_000;

    private final ForwardStage stage;
    private final ForwardPath path;
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final long setupMessages;

    /** Boots a system and sets a path up on it; the system is closed with this. */
    ForwardRun(ForwardStage stage, ForwardPath path) {
        this.stage = stage;
        this.path = path;
        stage.system().boot();
        path.open(stage);
        this.setupMessages = hostMessages();
    }

    /**
     * What one pass found.
     *
     * @param packets that arrived
     * @param seconds from the first due time to the last arrival
     * @param lost offered and not arrived
     * @param wrong arrived and not as they should be
     * @param accounts what crossed the bus
     * @param hostMessages sent and received by the host
     * @param hostInterrupts of the host
     * @param processorSeconds of work, by box
     * @param allocatedBytes by all threads of the process
     * @param latencies from due time to arrival, at an even pace
     */
    record Pass(long packets, double seconds, long lost, long wrong, Account.Snapshot accounts, long hostMessages, long hostInterrupts,
        Map<String, Double> processorSeconds, long allocatedBytes, Histogram latencies) {
        double rate() {
            return packets / seconds;
        }
    }

    /** {@return messages that the host sent and received for boot and set-up} */
    long setupMessages() {
        return setupMessages;
    }

    ForwardPath path() {
        return path;
    }

    ForwardStage stage() {
        return stage;
    }

    /** Offers packets as fast as they arrive at the far end; compared there if asked for. */
    Pass closedLoop(long packets, boolean compare) {
        stage.farEnd().begin(null, compare ? path.expected(stage.packets()) : null);
        return run(new ReplayOrder(path.closedLoop(), packets), packets);
    }

    /** Offers packets at a steady rate, each with its jitter, whether or not the path keeps up. */
    Pass openLoop(long packetsPerSecond, long packets) {
        stage.farEnd().begin(stage.wire()::dueNs, null);
        return run(new ReplayOrder(new Pace.Jittered(packetsPerSecond), packets), packets);
    }

    private Pass run(ReplayOrder order, long packets) {
        CaptureWire wire = stage.wire();
        FarEnd farEnd = stage.farEnd();
        Account.Snapshot accountsBefore = stage.system().accounts();
        Map<String, Double> workBefore = processorSeconds();
        long messagesBefore = hostMessages();
        long interruptsBefore = hostInterrupts();
        long allocatedBefore = threads.getTotalThreadAllocatedBytes();
        stage.system().tasks().run(() -> stage.system().host().context().deliver(wire.orders(), order));
        waitFor(() -> wire.offered() > 0 || farEnd.received() > 0);
        waitFor(new BooleanSupplier() {
            private long seen = -1;
            private long sinceNs;

            @Override
            public boolean getAsBoolean() {
                long received = farEnd.received();
                if (received != seen) {
                    seen = received;
                    sinceNs = nowNs();
                }
                return received >= packets || wire.isDone() && nowNs() - sinceNs > QUIET_NS;
            }
        });
        long allocated = threads.getTotalThreadAllocatedBytes() - allocatedBefore;
        Map<String, Double> work = new TreeMap<>();
        processorSeconds().forEach((box, seconds) -> work.put(box, seconds - workBefore.getOrDefault(box, 0.0)));
        double seconds = Math.max(1, farEnd.lastNs() - wire.startNs()) / 1e9;
        return new Pass(farEnd.received(), seconds, packets - farEnd.received(), farEnd.wrong(),
            stage.system().accounts().since(accountsBefore), hostMessages() - messagesBefore, hostInterrupts() - interruptsBefore, work,
            allocated, farEnd.latencies().copy());
    }

    private long nowNs() {
        return stage.system().engine() instanceof ModelledEngine modelled ? modelled.nowNs() : System.nanoTime();
    }

    private void waitFor(BooleanSupplier condition) {
        boolean modelled = stage.system().engine() instanceof ModelledEngine;
        long limit = System.nanoTime() + LIVE_LIMIT_NS;
        while (!condition.getAsBoolean()) {
            if (stage.system().engine() instanceof ModelledEngine engine) {
                engine.advanceTo(engine.nowNs() + MODELLED_SLICE_NS);
            } else {
                LockSupport.parkNanos(POLL_NS);
            }
            if (!modelled && System.nanoTime() > limit) {
                throw new IllegalStateException("path " + path.name() + " has forwarded " + stage.farEnd().received() + " packets of "
                    + stage.wire().offered() + " in a minute and does not go on");
            }
        }
    }

    private long hostMessages() {
        HostCounters counters = stage.system().host().counters();
        return counters.get(HostCounters.Counter.MESSAGES_SENT) + counters.get(HostCounters.Counter.MESSAGES_RECEIVED);
    }

    private long hostInterrupts() {
        return stage.system().host().counters().get(HostCounters.Counter.INTERRUPTS);
    }

    private Map<String, Double> processorSeconds() {
        Map<String, Double> map = new TreeMap<>();
        map.put("host", stage.system().engine().meter(stage.system().host()).processorSeconds());
        for (Map.Entry<String, Iop> iop : stage.system().iops().entrySet()) {
            map.put(iop.getKey(), stage.system().engine().meter(iop.getValue()).processorSeconds());
        }
        return map;
    }

    @Override
    public void close() {
        path.close();
        stage.system().close();
    }
}
