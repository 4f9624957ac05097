package dev.spine.perf.benchmarks.hop;

/**
 * How a benchmark of hops runs. Any thread.
 *
 * @param durationNs how long all variants run in turn, after warming up
 * @param blockNs how long one block lasts, 10 ms at most
 * @param realTime whether to ask for a real-time class; everything else on the two processors waits meanwhile
 */
public record HopSettings(long durationNs, long blockNs, boolean realTime) {
    private static final long LONGEST_BLOCK_NS = 10_000_000;

    /** Checks the block's length. */
    public HopSettings {
        if (blockNs < 1 || blockNs > LONGEST_BLOCK_NS) {
            throw new IllegalArgumentException("a block lasts up to 10 ms, not " + blockNs + " ns: the machine changes its mode");
        }
    }
}
