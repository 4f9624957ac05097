package dev.spine.iop.engine;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * What memories give to DMA engines, and what they take from processors for it. Immutable; any thread.
 *
 * <p>A chunk holds the bus no shorter than the slower of its two memories takes for it. The processor of a bus agent stands still for a
 * part of the time that DMA takes of the bus agent's memory, if it works when the chunk ends: then its step ends later by as much. An idle
 * processor loses nothing. DMA never waits for a processor.
 *
 * @param cardBytesPerSecond of a card's memory, at least 1
 * @param hostBytesPerSecond of the host's memory, at least 1
 * @param stolenPercent how much of the time of its memory that DMA takes the bus agent's processor stands still, 0 to 100: 0 where the
 *     memory has a way for each, 100 where a cycle is either one's
 */
public record MemoryBandwidth(long cardBytesPerSecond, long hostBytesPerSecond, double stolenPercent) {
    /** Memories that are faster than every bus, with a way for each. */
    public static final MemoryBandwidth AMPLE = new MemoryBandwidth(1_000_000_000_000L, 1_000_000_000_000L, 0);

    private static final double PICOSECONDS_PER_SECOND = 1e12;
    private static final int PERCENT = 100;

    /** Checks the ranges. */
    public MemoryBandwidth {
        checkArgument(cardBytesPerSecond >= 1 && hostBytesPerSecond >= 1 && stolenPercent >= 0 && stolenPercent <= PERCENT,
            "a memory needs a bandwidth of at least 1 byte/s, and 0 to 100 %% of stolen time");
    }

    private long bytesPerSecond(boolean host) {
        return host ? hostBytesPerSecond : cardBytesPerSecond;
    }

    /**
     * {@return picoseconds for which a working processor stands still while DMA moves bytes into or out of its memory}
     *
     * @param bytes at least 0
     * @param host whether it is the host's memory
     */
    public long stolenPs(int bytes, boolean host) {
        return Math.round(bytes * PICOSECONDS_PER_SECOND / bytesPerSecond(host) * stolenPercent / PERCENT);
    }
}
