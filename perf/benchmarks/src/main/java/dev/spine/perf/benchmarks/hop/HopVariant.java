package dev.spine.perf.benchmarks.hop;

/**
 * One way to send a request of 64 bytes from one busy thread to another and to get a reply of 64 bytes back.
 *
 * <p>The harness owns both threads: {@link #exchange} is called by the initiator's thread only, {@link #serve} by the target's thread
 * only, for a few milliseconds at a time, in turn with the other variants. Between blocks no exchange is in flight.
 */
public interface HopVariant {
    /** Makes everything ready. Called once, on the thread that builds the run, before any step. */
    default void start() {}

    /** Gives everything back. Called once, after both threads have left. */
    default void stop() {}

    /** Sends one request and returns when its reply has been read and everything given back. Never blocks but by spinning. */
    void exchange();

    /**
     * Answers what has arrived.
     *
     * @return how many requests were answered; 0 when none was there
     */
    int serve();
}
