package dev.spine.iop.engine;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * How long a wire takes. Wires apply it themselves: a frame arrives after it has been serialised and has travelled. Immutable; any thread.
 *
 * @param bitsPerSecond rate, at least 1
 * @param latencyNs travelling time, at least 0
 * @param overheadBytes bytes per frame that are on the wire but not in it: preamble, check sequence and gap; at least 0
 */
public record WireTiming(long bitsPerSecond, long latencyNs, int overheadBytes) {
    /** Checks the ranges. */
    public WireTiming {
        checkArgument(bitsPerSecond >= 1 && latencyNs >= 0 && overheadBytes >= 0,
            "a wire needs a rate of at least 1 bit/s, and latency and overhead of at least 0");
    }

    /**
     * {@return nanoseconds in which a frame gets to the other end if the wire is idle: no longer frame gets there earlier}
     *
     * @param frameBytes at least 0
     */
    public long leastNs(int frameBytes) {
        return serialisationNs(frameBytes) + latencyNs;
    }

    /**
     * {@return nanoseconds for which a frame occupies the wire}
     *
     * @param frameBytes at least 0
     */
    public long serialisationNs(int frameBytes) {
        return Math.round((frameBytes + overheadBytes) * 8e9 / bitsPerSecond);
    }
}
