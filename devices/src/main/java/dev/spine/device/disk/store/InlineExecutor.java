package dev.spine.device.disk.store;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import org.jspecify.annotations.Nullable;

/**
 * Carries operations out at once, on the agent; what the store's latency says, they take in the agent's time. For stores that do not block,
 * and for every store on the modelled engine, where only modelled time counts.
 */
public final class InlineExecutor implements StoreExecutor {
    private final Store store;
    private final AgentContext agent;
    private final DeliveryList<StoreOperation> late;
    /** A medium does one thing after the other: when it will be free. */
    private long freeAtNs;

    /**
     * The executor of a store.
     *
     * @param store the store
     * @param agent the disk's agent, on which it is made
     * @param name of the list of operations that take time
     * @param depth how many operations are in flight at most
     */
    public InlineExecutor(Store store, AgentContext agent, String name, int depth) {
        this.store = store;
        this.agent = agent;
        this.late = DeliveryList.singleProducer(name, depth);
        agent.consumes(late);
    }

    @Override
    public boolean start(StoreOperation operation) {
        operation.run(store);
        long latency = store.latencyNs(operation.kind(), operation.bytes(), agent.random());
        if (latency <= 0) {
            return true;
        }
        long now = agent.nowNs();
        freeAtNs = Math.max(now, freeAtNs) + latency;
        agent.deliver(late, operation, freeAtNs - now);
        return false;
    }

    @Override
    public @Nullable StoreOperation poll() {
        return late.poll();
    }

    @Override
    public void retire() {
        // Nothing is in flight but the time that it takes.
    }

    @Override
    public void close() {
        store.close();
    }
}
