package dev.spine.perf.plan;

import dev.spine.perf.report.MeasurementObserver;
import dev.spine.perf.report.PathReading;

/**
 * A workload of which plans are made. Any thread.
 *
 * @param name as in records
 * @param unit what is counted: {@code packet} or {@code chunk}
 * @param pass runs a path on a described machine
 */
public record PlannedWorkload(String name, String unit, Pass pass) {
    /** Runs a path. */
    @FunctionalInterface
    public interface Pass {
        /**
         * {@return what the path did}
         *
         * @param profile reference of the machine's profile
         * @param path its name
         * @param witness looks on
         */
        PathReading read(String profile, String path, MeasurementObserver witness);
    }
}
