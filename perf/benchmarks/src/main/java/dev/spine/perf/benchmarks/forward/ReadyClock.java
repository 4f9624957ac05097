package dev.spine.perf.benchmarks.forward;

import org.HdrHistogram.Histogram;

/**
 * The calibration of latencies: what an open loop at the same rate would see of a receiver that does nothing but look at the clock.
 * Whatever is late here is late because the machine did not run the thread.
 */
final class ReadyClock {
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long HIGHEST_NS = 60_000_000_000L;

    /** Between two readings of the clock that are farther apart the machine did not run the thread. */
    private static final long STOP_NS = 1_000;

    private ReadyClock() {}

    /**
     * {@return from when each was due to when a router without faults would have sent it, nanoseconds} It takes the same time for each,
     * one after another, begins when a packet is there, and waits for nothing but the machine: while that does not run the thread, it
     * stands still. No program that needs this time for a packet can have shorter latencies here.
     *
     * @param perSecond how many are due in a second, evenly
     * @param seconds how long, above 0
     * @param serviceNs the time for each, above 0, below what {@code perSecond} leaves for one
     */
    static Histogram behindServer(long perSecond, double seconds, double serviceNs) {
        Histogram histogram = new Histogram(1, HIGHEST_NS, 3);
        double intervalNs = (double) NS_PER_SECOND / perSecond;
        long count = Math.max(1, (long) (seconds * perSecond));
        long begin = System.nanoTime();
        long last = 0;
        double freeNs = 0;
        long seen = 0;
        while (seen < count) {
            long passed = System.nanoTime() - begin;
            if (passed - last > STOP_NS && freeNs > last) {
                freeNs += passed - last;
            }
            last = passed;
            for (long dueNs = (long) (seen * intervalNs); seen < count && dueNs <= passed; dueNs = (long) (seen * intervalNs)) {
                freeNs = Math.max(freeNs, (double) passed) + serviceNs;
                histogram.recordValue(Math.clamp((long) freeNs - dueNs, 1, HIGHEST_NS));
                seen++;
            }
        }
        return histogram;
    }

    /**
     * {@return from when each was due to when it was seen, nanoseconds}
     *
     * @param perSecond how many are due in a second, evenly
     * @param seconds how long, above 0
     */
    static Histogram latencies(long perSecond, double seconds) {
        Histogram histogram = new Histogram(1, HIGHEST_NS, 3);
        double intervalNs = (double) NS_PER_SECOND / perSecond;
        long count = Math.max(1, (long) (seconds * perSecond));
        long begin = System.nanoTime();
        long seen = 0;
        while (seen < count) {
            long passed = System.nanoTime() - begin;
            for (long dueNs = (long) (seen * intervalNs); seen < count && dueNs <= passed; dueNs = (long) (seen * intervalNs)) {
                histogram.recordValue(Math.clamp(passed - dueNs, 1, HIGHEST_NS));
                seen++;
            }
        }
        return histogram;
    }
}
