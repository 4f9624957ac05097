package dev.spine.device.disk.store;

import org.jspecify.annotations.Nullable;

/**
 * Where the operations of one store are carried out, one after the other. Belongs to the disk's agent.
 */
public interface StoreExecutor extends AutoCloseable {
    /**
     * Starts an operation.
     *
     * @param operation what to do; the executor's until it comes back
     * @return true: it is done already and does not come back by {@link #poll}
     */
    boolean start(StoreOperation operation);

    /** {@return an operation that is done, or null} */
    @Nullable StoreOperation poll();

    /**
     * Its disk has left the card: nothing is started here any more. What was started is carried out still, and comes back to nobody; the
     * store stays open for the disk's next life.
     */
    void retire();

    @Override
    void close();
}
