package dev.spine.perf.benchmarks.hop;

import dev.spine.perf.calibration.HopMode;

/**
 * How many messages passed one way in one mode.
 *
 * @param variant its name
 * @param mode the mode of all blocks counted here
 * @param blocks how many
 * @param oneLineP50 median of {@code oneLine} beside them, in nanoseconds
 * @param perSecond median over blocks of messages received per second
 * @param best the highest of them
 * @param allocated bytes allocated on both threads per message, in all modes
 */
public record RateResult(String variant, HopMode mode, int blocks, double oneLineP50, double perSecond, double best,
    double allocated) {}
