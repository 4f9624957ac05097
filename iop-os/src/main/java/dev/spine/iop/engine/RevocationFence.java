package dev.spine.iop.engine;

/**
 * Tells the owner of memory when nothing that was checked before a revocation can land any more. Made by
 * {@link AgentContext#newFence}; belongs to that agent; used again and again.
 *
 * <p>Use: {@code grants.revoke(token); fence.begin();} then, in this and later steps, {@code if (fence.isPassed())} complete the
 * revocation. It never blocks. {@link #begin} also asks for a further step of the agent, so that an agent which has nothing else to do
 * looks again.
 *
 * <p>Live, it is passed when every thread of the engine has advanced its published cycle number twice since, or is parked. Modelled, a
 * chunk is checked and copied in one event, so it is passed at once.
 */
public interface RevocationFence {
    /** Begins to wait for what is in flight now. Beginning again before the end starts over. */
    void begin();

    /** {@return whether nothing that began before the last {@link #begin} can land any more; true also when never begun} */
    boolean isPassed();
}
