package dev.spine.perf.forward;

import java.util.List;

/**
 * What a comparison of what forwarding leaves to others runs. Any thread.
 *
 * @param paths some of {@link ForwardPlan#PATHS}, in that order
 * @param engines some of {@code live} and {@code modelled}
 * @param profile name or file of the machine profile
 * @param seed of all randomness
 * @param rounds how often each path has its turn, live, at least 1
 * @param blockNs how long the load is watched in each turn, nanoseconds, at least 1
 * @param modelledPackets packets of a modelled pass
 * @param input which packets
 */
public record LoadPlan(List<String> paths, List<String> engines, String profile, long seed, int rounds, long blockNs, long modelledPackets,
    ForwardInput input) {
    /** Takes copies of the lists. */
    public LoadPlan {
        paths = List.copyOf(paths);
        engines = List.copyOf(engines);
    }
}
