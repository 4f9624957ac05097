package dev.spine.perf.whatif;

import java.util.List;

/**
 * What runs at each value of a sweep. Any thread.
 *
 * @param name of the workload, as in records
 * @param unit what is counted: {@code packet} or {@code chunk}
 * @param paths in the order of the tables
 */
public record SweptWorkload(String name, String unit, List<SweptPath> paths) {
    /** Keeps its own list. */
    public SweptWorkload {
        paths = List.copyOf(paths);
    }
}
