package dev.spine.iop.engine;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A context for agents that a test steps by hand: time stands still until it is moved, deliveries arrive at once. The one of this module
 * and of those above it, which take it from this module's test jar. Thread: the test's.
 */
public final class StepContext extends AgentContext {
    private final HostInterrupts hostInterrupts;
    private long nowNs;
    private long wakeNs = Long.MAX_VALUE;
    private final List<DeliveryList<?>> wakeLists = new ArrayList<>();
    private @Nullable DeliveryList<?> watched;
    private Runnable action = () -> { };

    /**
     * A context at time 0 of the only agent of an engine, on which nothing is charged.
     *
     * @param path component path of the agent
     */
    public StepContext(String path) {
        this(path, HostInterrupts.PER_BURST);
    }

    /**
     * The same on a machine of given interrupts.
     *
     * @param path component path of the agent
     * @param hostInterrupts for what its host is interrupted
     */
    public StepContext(String path, HostInterrupts hostInterrupts) {
        super(path, 0, 1, null);
        this.hostInterrupts = hostInterrupts;
    }

    /**
     * Moves the time.
     *
     * @param ns nanoseconds, at least 0
     */
    public void advance(long ns) {
        nowNs += ns;
    }

    /** {@return the time of the wake-up asked for last in nanoseconds, or {@link Long#MAX_VALUE}} */
    public long wakeNs() {
        return wakeNs;
    }

    /**
     * {@return whether the agent asked to be woken by a list}
     *
     * @param list of this agent
     */
    public boolean isWokenBy(DeliveryList<?> list) {
        return wakeLists.contains(list);
    }

    @Override
    public HostInterrupts hostInterrupts() {
        return hostInterrupts;
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public void wakeAt(long timeNs) {
        wakeNs = timeNs;
    }

    @Override
    public void wakeMe(DeliveryList<?> list) {
        wakeLists.add(list);
    }

    @Override
    public <T> void deliver(DeliveryList<T> list, T item, long delayNs) {
        list.offerOrThrow(item);
        if (list == watched) {
            action.run();
        }
    }

    /**
     * Does something at the very moment at which an object arrives in a list.
     *
     * @param list the only one that is watched from now on
     * @param what is done, on the thread that delivers
     */
    public void onDelivery(DeliveryList<?> list, Runnable what) {
        watched = list;
        action = what;
    }

    @Override
    public void submit(DmaEngine engine, Transfer transfer) {
        engine.run(transfer);
        deliver(transfer.completions(), transfer);
    }

    @Override
    public void programmedIo(DmaEngine engine, BusAgent target, int bytes) {
        engine.account().control(target, bytes);
    }

    @Override
    public RevocationFence newFence() {
        return new RevocationFence() {
            @Override
            public void begin() {
                // Nothing is ever in flight here.
            }

            @Override
            public boolean isPassed() {
                return true;
            }
        };
    }
}
