package dev.spine.perf.benchmarks.hop;

import org.HdrHistogram.Histogram;

/**
 * What one block gave, in nanoseconds of the wall clock; reading the clock is included. Any thread.
 *
 * @param p50 median of its exchanges
 * @param p99 99th percentile
 * @param mean mean
 * @param exchanges how many there were
 */
public record BlockFigures(double p50, double p99, double mean, long exchanges) {
    /** Beyond this the clock's step does not matter. */
    private static final long COARSE = 100_000;

    static BlockFigures of(Histogram trips, long clockStep) {
        return new BlockFigures(percentile(trips, 0.50, clockStep), percentile(trips, 0.99, clockStep), trips.getMean(),
            trips.getTotalCount());
    }

    /** A clock that ticks every 10 ns gives 160 or 170, so the percentile is taken within the tick, in proportion to its count. */
    private static double percentile(Histogram trips, double part, long step) {
        long value = trips.getValueAtPercentile(part * 100);
        if (step <= 1 || value > COARSE || value < step) {
            return value;
        }
        long low = (value + step / 2) / step * step - step / 2;
        double below = low <= 0 ? 0 : trips.getCountBetweenValues(0, low - 1);
        double within = trips.getCountBetweenValues(low, low + step - 1);
        return low + step * Math.clamp((part * trips.getTotalCount() - below) / within, 0, 1);
    }
}
