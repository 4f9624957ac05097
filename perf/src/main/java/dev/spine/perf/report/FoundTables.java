package dev.spine.perf.report;

import java.util.List;

/** Hears of what a comparison finds as soon as it is found. On the thread that runs the comparison, while no line of progress is shown. */
public interface FoundTables {
    /** Nobody is notified of anything. */
    FoundTables NOBODY = new FoundTables() {};

    /**
     * A table is complete.
     *
     * @param rows of it, one for each path; they share workload, engine and layout
     */
    default void onRecords(List<ComparisonRecord> rows) {}

    /**
     * A table of its own is complete.
     *
     * @param section with the table
     */
    default void onSection(ResultSection section) {}
}
