package dev.spine.iop.engine;

/**
 * A piece of work that would hold up an agent's messages and needs nothing of any agent: done on the {@link WorkerThread} of the live
 * engine.
 *
 * <p>From {@link WorkerThread#take} until {@link #putBack} it belongs to that thread. Whatever it found out goes back to an agent as
 * everything does: through a list that the agent consumes.
 */
public abstract class WorkerTask {
    private final int customer;

    /**
     * A piece of work.
     *
     * @param customer for whom; customers take turns
     */
    protected WorkerTask(int customer) {
        this.customer = customer;
    }

    /** {@return for whom it is} */
    public final int customer() {
        return customer;
    }

    /** Does the work, on the worker thread. What it throws is a defect and ends the engine. */
    protected abstract void work();

    /** Puts this into the list of whoever waits for it, on the worker thread, after {@link #work}. */
    protected abstract void putBack();
}
