package dev.spine.perf.forward;

import java.util.List;

/**
 * What a comparison of forwarding runs, all of it live.
 *
 * @param paths some of {@link #PATHS}, in that order
 * @param seed of all randomness: destinations, and the jitter of packets when latencies are taken
 * @param repeats passes of each path at its highest rate, of which the median is told
 * @param packets of a pass
 * @param routes how many routes there are
 */
public record ForwardPlan(List<String> paths, long seed, int repeats, long packets, int routes) {
    /** Every path. */
    public static final List<String> PATHS = List.of("host", "splice", "spine");

    /** Takes a copy of the paths. */
    public ForwardPlan {
        paths = List.copyOf(paths);
    }
}
