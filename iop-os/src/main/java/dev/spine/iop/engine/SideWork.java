package dev.spine.iop.engine;

/**
 * A piece of work that would hold up an agent's messages and needs nothing of any agent: done on the {@link SideThread} of the live engine.
 *
 * <p>From {@link SideThread#take} until {@link #giveBack} it belongs to that thread. Whatever it found out goes back to an agent as
 * everything does: through a list that the agent consumes.
 */
public abstract class SideWork {
    private final int customer;

    /**
     * A piece of work.
     *
     * @param customer for whom; customers take turns
     */
    protected SideWork(int customer) {
        this.customer = customer;
    }

    /** {@return for whom it is} */
    public final int customer() {
        return customer;
    }

    /** Does the work, on the side thread. What it throws is a defect and ends the engine. */
    protected abstract void work();

    /** Puts this into the list of whoever waits for it, on the side thread, after {@link #work}. */
    protected abstract void giveBack();
}
