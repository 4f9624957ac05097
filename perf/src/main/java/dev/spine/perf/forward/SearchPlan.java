package dev.spine.perf.forward;

import java.util.List;
import java.util.Set;

/**
 * What a search for the highest rate without loss runs. Any thread.
 *
 * @param paths some of {@link ForwardPlan#PATHS}, in that order
 * @param engines some of {@code live} and {@code modelled}
 * @param layouts of the live engine: some of {@code one-core} and {@code two-core}
 * @param profile name or file of the machine profile
 * @param seed of the destinations
 * @param trialSeconds how long packets are offered at each rate, above 0
 * @param resolution how far apart, as a part of the higher one, a rate that was held and one that was not may be in the end
 * @param inputs which packets, a workload each
 * @param tests what is measured beside the throughput
 */
public record SearchPlan(List<String> paths, List<String> engines, List<String> layouts, String profile, long seed, double trialSeconds,
    double resolution, List<ForwardInput> inputs, Set<RateTest> tests) {
    /** The layouts of the live engine. */
    public static final List<String> LAYOUTS = List.of("one-core", "two-core");

    /** Takes copies of the lists and checks the ranges. */
    public SearchPlan {
        paths = List.copyOf(paths);
        engines = List.copyOf(engines);
        layouts = List.copyOf(layouts);
        inputs = List.copyOf(inputs);
        tests = Set.copyOf(tests);
        if (!(trialSeconds > 0) || !(resolution > 0 && resolution < 1)) {
            throw new IllegalArgumentException("a trial takes longer than 0 s and a resolution is a part of 1, not " + trialSeconds + ", "
                + resolution);
        }
    }
}
