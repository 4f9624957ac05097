package dev.spine.iop.executive;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.RevocationFence;
import java.util.ArrayList;
import java.util.List;

/** A context for agents that a test steps by hand: time stands still until it is moved, deliveries arrive at once. */
final class StepContext extends AgentContext {
    private long nowNs;
    private long wakeNs = Long.MAX_VALUE;
    private final List<DeliveryList<?>> wakeLists = new ArrayList<>();

    StepContext(String path) {
        super(path, 0, 1, null);
    }

    void advance(long ns) {
        nowNs += ns;
    }

    long wakeNs() {
        return wakeNs;
    }

    boolean isWokenBy(DeliveryList<?> list) {
        return wakeLists.contains(list);
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
