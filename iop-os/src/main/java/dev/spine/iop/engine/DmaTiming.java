package dev.spine.iop.engine;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.iop.bus.DmaEngine;

/**
 * How long a DMA engine takes, apart from the bus.
 *
 * @param setupNs from the request to the first request for the bus, per transfer, at least 0
 * @param localBytesPerSecond rate of copies that stay within the bus agent and need no bus, at least 1
 * @param channels how many transfers it carries out at once, 1 to {@link #MAX_CHANNELS}
 * @param alignmentBytes what it moves at once: of a run that begins or ends within as many, the rest crosses the bus too; 1 where it moves
 *     single bytes
 * @param readWindowBytes how much it asks for at once when it reads another bus agent's memory, at least 1: each such part waits for the
 *     bus's read latency
 */
public record DmaTiming(long setupNs, long localBytesPerSecond, int channels, int alignmentBytes, int readWindowBytes) {
    /** The most channels. */
    public static final int MAX_CHANNELS = 64;
    /** The coarsest alignment. */
    public static final int MAX_ALIGNMENT = 4096;

    /** Checks the ranges. */
    public DmaTiming {
        checkArgument(setupNs >= 0 && localBytesPerSecond >= 1,
            "a DMA engine needs a set-up time of at least 0 and a local rate of at least 1 byte/s");
        checkArgument(channels >= 1 && channels <= MAX_CHANNELS && alignmentBytes >= 1 && alignmentBytes <= MAX_ALIGNMENT
            && readWindowBytes >= 1, "a DMA engine needs 1 to %s channels, an alignment of 1 to %s bytes and a window of at least 1 byte",
            MAX_CHANNELS, MAX_ALIGNMENT);
    }

    /**
     * One channel that moves single bytes and asks for whole chunks.
     *
     * @param setupNs per transfer, at least 0
     * @param localBytesPerSecond rate of copies within the bus agent, at least 1
     */
    public DmaTiming(long setupNs, long localBytesPerSecond) {
        this(setupNs, localBytesPerSecond, 1, 1, DmaEngine.CHUNK_BYTES);
    }

    /**
     * {@return picoseconds for a copy within the bus agent}
     *
     * @param bytes at least 0
     */
    public long localPs(int bytes) {
        return Math.round(bytes * 1e12 / localBytesPerSecond);
    }

    /**
     * {@return how often a read of so many bytes waits for its first byte}
     *
     * @param bytes at least 0
     */
    public int windows(int bytes) {
        return (bytes + readWindowBytes - 1) / readWindowBytes;
    }
}
