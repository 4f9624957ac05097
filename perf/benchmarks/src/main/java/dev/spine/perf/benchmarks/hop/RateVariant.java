package dev.spine.perf.benchmarks.hop;

/** One way to send messages of 64 bytes from one or several senders to one receiver, as fast as they go. One thread at a time. */
public interface RateVariant {
    /** The most messages of one step. */
    int BATCH = 32;

    /** Gives everything back. Called once, after all threads have left. */
    default void stop() {}

    /**
     * Sends what there is room for, from all senders in turn. One thread, as agents that share a core.
     *
     * @param limit the most messages of each sender
     * @return how many were sent
     */
    int send(int limit);

    /**
     * Receives and reads what has arrived. One thread.
     *
     * @param limit the most messages from each sender
     * @return how many were received
     */
    int receive(int limit);
}
