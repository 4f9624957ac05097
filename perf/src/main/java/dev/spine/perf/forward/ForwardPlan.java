package dev.spine.perf.forward;

import dev.spine.perf.report.PathPlan;
import java.util.List;

/**
 * What a comparison of forwarding runs. Any thread.
 *
 * @param paths some of {@link #PATHS}, in that order
 * @param engines some of {@code live} and {@code modelled}
 * @param profile name or file of the machine profile
 * @param seed of all randomness: destinations, and the jitter of packets when latencies are taken
 * @param repeats live passes of each path at its highest rate, of which the median is told
 * @param livePackets packets of a live pass
 * @param modelledPackets packets of a modelled pass
 * @param inputs which packets, a workload each
 */
public record ForwardPlan(List<String> paths, List<String> engines, String profile, long seed, int repeats, long livePackets,
    long modelledPackets, List<ForwardInput> inputs) implements PathPlan {
    /** Every path. */
    public static final List<String> PATHS = List.of("host", "host-header", "splice", "i2o", "spine");

    /** Takes copies of the lists. */
    public ForwardPlan {
        paths = List.copyOf(paths);
        engines = List.copyOf(engines);
        inputs = List.copyOf(inputs);
    }
}
