package dev.spine.extension.host.window;

/**
 * How long a window waits for its extension. Any thread.
 *
 * @param answerNs for an answer, nanoseconds, at least 1; then the order is sent again
 * @param attempts how often an order is sent, at least 1; then the window goes on without the answer
 */
public record MoveTimes(long answerNs, int attempts) {
    /** An answer takes some hundred microseconds; after three times 5 ms a card that is there has had its turn. */
    public static final MoveTimes STANDARD = new MoveTimes(5_000_000, 3);

    /** Checks the ranges. */
    public MoveTimes {
        if (answerNs < 1 || attempts < 1) {
            throw new IllegalArgumentException("an order is sent at least once and waits at least 1 ns, not " + attempts + " times and "
                + answerNs + " ns");
        }
    }
}
