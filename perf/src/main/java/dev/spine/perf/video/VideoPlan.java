package dev.spine.perf.video;

import dev.spine.perf.report.PathPlan;
import java.util.List;

/**
 * What a comparison runs. Any thread.
 *
 * @param stream what is shown
 * @param inputName for tables and the report
 * @param paths names of the paths, in order of the tables
 * @param engines names of the engines, in order
 * @param profile name or file of the machine profile
 * @param seed of all randomness
 * @param repeats how often each measured pass is repeated; the median by rate is reported
 * @param livePackets packets of one live pass
 * @param modelledPackets packets of one modelled pass
 */
public record VideoPlan(VideoStream stream, String inputName, List<String> paths, List<String> engines, String profile, long seed,
    int repeats,
    long livePackets, long modelledPackets) implements PathPlan {
    /** The names of all paths. */
    public static final List<String> PATHS = List.of("host", "i2o", "spine");
    /** The names of all engines. */
    public static final List<String> ENGINES = List.of("live", "modelled");

    /** Copies the lists. */
    public VideoPlan {
        paths = List.copyOf(paths);
        engines = List.copyOf(engines);
    }
}
