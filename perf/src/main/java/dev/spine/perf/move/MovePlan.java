package dev.spine.perf.move;

import dev.spine.perf.report.PathPlan;
import java.util.List;

/**
 * What a comparison runs. Any thread.
 *
 * @param workloads which, in order
 * @param paths names of the paths, in order of the tables
 * @param engines names of the engines, in order
 * @param profile name or file of the machine profile
 * @param seed of the disk's content and of all randomness
 * @param repeats how often each measured live pass is repeated; the median by rate is reported
 * @param liveChunks packets of one live pass; a pass of pictures has a tenth as many chunks
 * @param modelledChunks likewise on the modelled engine
 */
public record MovePlan(List<MoveWorkload> workloads, List<String> paths, List<String> engines, String profile, long seed, int repeats,
    long liveChunks, long modelledChunks) implements PathPlan {
    /** Copies the lists. */
    public MovePlan {
        workloads = List.copyOf(workloads);
        paths = List.copyOf(paths);
        engines = List.copyOf(engines);
    }
}
