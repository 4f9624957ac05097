package dev.spine.iop.engine;

/** An agent that goes on on another thread when its own hangs in {@linkplain GuestCode code of others}: out of service, until a reset. */
public interface Renewable extends Agent {
    /**
     * The agent's thread was abandoned within {@link #doWork}, in code of others. Called on the new thread before the first step there.
     * What that code can reach is not used again before {@link #threadEnded}.
     */
    void threadLost();

    /** The abandoned thread has ended. Called on the agent's thread. */
    void threadEnded();
}
