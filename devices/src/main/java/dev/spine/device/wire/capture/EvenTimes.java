package dev.spine.device.wire.capture;

/**
 * The times of packets at even distances, one after another, without a division for each: the n-th time is the whole part of {@code n}
 * seconds divided by the rate, exactly. For one thread.
 */
final class EvenTimes {
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private long rate = 1;
    private long stepNs;
    private long stepRest;
    private long timeNs;
    /** What the time is short of, in parts of a nanosecond of which {@link #rate} are one. */
    private long rest;

    /**
     * Begins again with time 0.
     *
     * @param packetsPerSecond 1 to 1,000,000,000
     */
    void begin(long packetsPerSecond) {
        rate = packetsPerSecond;
        stepNs = NS_PER_SECOND / packetsPerSecond;
        stepRest = NS_PER_SECOND % packetsPerSecond;
        timeNs = 0;
        rest = 0;
    }

    /** {@return the time of the next packet, nanoseconds since the first one's} */
    long next() {
        timeNs += stepNs;
        rest += stepRest;
        if (rest >= rate) {
            rest -= rate;
            timeNs++;
        }
        return timeNs;
    }
}
