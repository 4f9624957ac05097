package dev.spine.device.disk.store;

import dev.spine.iop.engine.AgentContext;

/** Where the operations of a store are carried out. Any thread. */
public enum ExecutorKind {
    /** At once, on the agent: {@link InlineExecutor}. */
    INLINE {
        @Override
        public StoreExecutor create(Store store, AgentContext agent, String name, int depth) {
            return new InlineExecutor(store, agent, name, depth);
        }
    },
    /** On a thread of its own, for stores that block; live engine only: {@link WorkerExecutor}. */
    WORKER {
        @Override
        public StoreExecutor create(Store store, AgentContext agent, String name, int depth) {
            return new WorkerExecutor(store, agent, name, depth);
        }
    };

    /**
     * Makes an executor.
     *
     * @param store whose operations
     * @param agent the disk's agent, on which it is made
     * @param name for its lists and threads
     * @param depth how many operations are in flight at most
     * @return the executor
     */
    public abstract StoreExecutor create(Store store, AgentContext agent, String name, int depth);
}
