package dev.spine.perf.benchmarks.hop;

import dev.spine.perf.calibration.HopMode;

/**
 * A variant in one mode. Times are medians over its blocks, in nanoseconds; ratios are medians over blocks, each divided by the block of
 * {@code twoLine} beside it.
 *
 * @param variant its name
 * @param mode the mode of all blocks counted here
 * @param blocks how many
 * @param oneLineP50 median of {@code oneLine} beside them
 * @param twoLineP50 median of {@code twoLine} beside them
 * @param twoLineP99 99th percentile of {@code twoLine} beside them
 * @param p50 median of the variant's exchanges
 * @param p99 99th percentile
 * @param ratioP50 {@code p50} over that of {@code twoLine}
 * @param ratioP99 {@code p99} over that of {@code twoLine}
 * @param allocated bytes allocated on both threads per exchange, in all modes
 */
public record HopResult(String variant, HopMode mode, int blocks, double oneLineP50, double twoLineP50, double twoLineP99, double p50,
    double p99, double ratioP50, double ratioP99, double allocated) {}
