package dev.spine.device.disk.store;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Carries operations out on a thread of its own, so that a disk that blocks never stops the card; live engine only. What the store's
 * latency says comes on top, in the agent's time.
 */
public final class WorkerExecutor implements StoreExecutor {
    private static final long PARK_NS = 100_000_000;
    private static final int SPINS = 200;

    private final Store store;
    private final AgentContext agent;
    private final DeliveryList<StoreOperation> asked;
    private final DeliveryList<StoreOperation> done;
    private final DeliveryList<StoreOperation> late;
    private final Thread thread;
    private volatile boolean parked;
    private volatile boolean closing;

    /**
     * The executor of a store; starts its thread.
     *
     * @param store the store; only such threads use it from now on, one at a time
     * @param agent the disk's agent, on which it is made
     * @param name for the lists and the thread
     * @param depth how many operations are in flight at most
     */
    public WorkerExecutor(Store store, AgentContext agent, String name, int depth) {
        this.store = store;
        this.agent = agent;
        this.asked = DeliveryList.singleProducer(name + " asked", depth);
        this.done = DeliveryList.singleProducer(name + " done", depth);
        this.late = DeliveryList.singleProducer(name + " late", depth);
        agent.consumes(done);
        agent.consumes(late);
        this.thread = Thread.ofPlatform().daemon().name(name).start(this::work);
    }

    @Override
    public boolean start(StoreOperation operation) {
        asked.offerOrThrow(operation);
        // The thread says that it parks, then looks once more; here it is the other way round, so one of the two sees the other.
        VarHandle.fullFence();
        if (parked) {
            LockSupport.unpark(thread);
        }
        return false;
    }

    @Override
    public @Nullable StoreOperation poll() {
        StoreOperation operation = done.poll();
        while (operation != null) {
            long latency = store.latencyNs(operation.kind(), operation.bytes(), agent.random());
            if (latency <= 0) {
                return operation;
            }
            agent.deliver(late, operation, latency);
            operation = done.poll();
        }
        return late.poll();
    }

    private void work() {
        int idle = 0;
        while (true) {
            StoreOperation operation = asked.poll();
            if (operation != null) {
                idle = 0;
                // The thread of an earlier life of the disk may still be in it.
                synchronized (store) {
                    operation.run(store);
                }
                done.offerOrThrow(operation);
                agent.wakeFromOutside();
            } else if (closing) {
                return;
            } else if (++idle < SPINS) {
                Thread.onSpinWait();
            } else {
                parked = true;
                VarHandle.fullFence();
                // Looked at again after saying so: whoever offered before that did not wake this thread.
                if (asked.isEmpty() && !closing) {
                    LockSupport.parkNanos(this, PARK_NS);
                }
                parked = false;
            }
        }
    }

    @Override
    public void retire() {
        closing = true;
        LockSupport.unpark(thread);
    }

    /** {@inheritDoc} Waits for what was started. */
    @Override
    public void close() {
        retire();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        store.close();
    }
}
