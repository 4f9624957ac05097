package dev.spine.perf.benchmarks.hop;

/**
 * How a variant is laid out. Any thread.
 *
 * @param senders how many senders there are, where that can be chosen
 */
public record HopOptions(int senders) {
    /** For variants that have nothing to choose. */
    public static final HopOptions NONE = new HopOptions(1);
}
