package dev.spine.device.disk.store;

import java.util.SplittableRandom;

/** How long an operation of a medium takes. The disk's agent. */
@FunctionalInterface
public interface Latency {
    /**
     * Draws a time.
     *
     * @param kind what is done
     * @param bytes how many bytes it moves
     * @param random where chance comes from
     * @return nanoseconds, at least 0
     */
    long drawNs(StoreOperation.Kind kind, long bytes, SplittableRandom random);

    /**
     * Always the same.
     *
     * @param ns nanoseconds
     * @return the latency
     */
    static Latency fixed(long ns) {
        return (_, _, _) -> ns;
    }

    /**
     * Any time between two, each as likely as the other.
     *
     * @param leastNs nanoseconds
     * @param mostNs nanoseconds, not less
     * @return the latency
     */
    static Latency uniform(long leastNs, long mostNs) {
        return (_, _, random) -> random.nextLong(leastNs, mostNs + 1);
    }

    /**
     * Mostly short, sometimes long: exponentially distributed.
     *
     * @param meanNs nanoseconds
     * @return the latency
     */
    static Latency exponential(long meanNs) {
        return (_, _, random) -> (long) (-Math.log1p(-random.nextDouble()) * meanNs);
    }

    /**
     * The same, and the time that the bytes take.
     *
     * @param bytesPerSecond how fast the medium is, at least 1
     * @return the latency
     */
    default Latency plusBytes(long bytesPerSecond) {
        return (kind, bytes, random) -> drawNs(kind, bytes, random) + (long) (bytes * 1e9 / bytesPerSecond);
    }
}
