package dev.spine.iop.engine;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * How long a DMA engine takes, apart from the bus.
 *
 * @param setupNs from the request to the first request for the bus, per transfer, at least 0
 * @param localBytesPerSecond rate of copies that stay within the box and need no bus, at least 1
 */
public record DmaTiming(long setupNs, long localBytesPerSecond) {
    /** Checks the ranges. */
    public DmaTiming {
        checkArgument(setupNs >= 0 && localBytesPerSecond >= 1,
            "a DMA engine needs a set-up time of at least 0 and a local rate of at least 1 byte/s");
    }

    /**
     * {@return picoseconds for a copy within the box}
     *
     * @param bytes at least 0
     */
    public long localPs(int bytes) {
        return Math.round(bytes * 1e12 / localBytesPerSecond);
    }
}
