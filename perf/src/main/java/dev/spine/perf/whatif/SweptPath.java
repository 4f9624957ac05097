package dev.spine.perf.whatif;

import dev.spine.perf.report.PathReading;
import java.util.function.Function;

/**
 * A path of a workload that can be asked what it does on any described machine. Any thread.
 *
 * @param name {@code host}, {@code i2o}, {@code spine} or another of the workload's
 * @param run gives what the path did for the reference of a profile; the same reference gives the same
 */
public record SweptPath(String name, Function<String, PathReading> run) {
    /** {@return whether units go through the host on this path, so that others can relieve it} */
    boolean isThroughHost() {
        return !"i2o".equals(name) && !"spine".equals(name);
    }
}
