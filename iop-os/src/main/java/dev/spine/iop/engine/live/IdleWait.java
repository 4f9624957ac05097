package dev.spine.iop.engine.live;

/**
 * Where a live thread sleeps when its agents have nothing to do: for an agent that is woken by something that the engine knows nothing of,
 * such as a socket. Without one a thread parks.
 */
public interface IdleWait {
    /**
     * Sleeps until there may be something to do, {@link #wake} is called, or the time is over. Called on the thread of the agents, between
     * two cycles.
     *
     * @param ns how long at most, above 0; a millisecond more does no harm
     */
    void await(long ns);

    /**
     * {@return how a thread backs off that sleeps here} As the engine's threads do, unless this wait ends for all that matters to its
     * agents.
     *
     * @param engines how the engine's threads back off
     */
    default IdlePolicy policy(IdlePolicy engines) {
        return engines;
    }

    /** Ends the present {@link #await}, or the next one if there is none. Any thread. */
    void wake();
}
