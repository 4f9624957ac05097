package dev.spine.perf.whatif;

import dev.spine.perf.report.PathReading;
import java.util.Set;
import java.util.function.Function;

/**
 * A path of a workload that can be asked what it does on any described machine. Any thread.
 *
 * @param name {@code host}, {@code i2o}, {@code spine} or another of the workload's
 * @param run gives what the path did for the reference of a profile; the same reference gives the same
 */
public record SweptPath(String name, Function<String, PathReading> run) {
    private static final Set<String> BY_CARDS = Set.of("i2o", "spine", "rpc", "active", "once");

    /** {@return whether a host does on this path what cards do on others, so that these can relieve it} */
    boolean isThroughHost() {
        return !BY_CARDS.contains(name);
    }
}
