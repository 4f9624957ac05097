package dev.spine.iop.engine;

/**
 * An active part of the system: one processor's worth of work, with one thread that runs it.
 *
 * <p>All state of an agent belongs to the thread that calls {@link #doWork}. An agent never blocks and never throws because of what a
 * peer, a wire or a file sent it.
 */
public interface Agent {
    /**
     * Does at most {@code limit} pieces of work of any kind and returns. The modelled engine passes 1.
     *
     * @param limit at least 1
     * @return how many pieces of work were done; 0 lets the live engine back off, and tells the modelled engine not to call again before
     *     a delivery to one of this agent's lists, its timer, or the next return to a list that it asked to be woken by
     */
    int doWork(int limit);

    /** {@return the component path, unique within its node, for example {@code "node0/iop1"}} */
    String roleName();
}
