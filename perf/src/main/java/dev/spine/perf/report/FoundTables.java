package dev.spine.perf.report;

import java.util.List;

/** Hears of what a comparison finds as soon as it is found. On the thread that runs the comparison, while no line of progress is shown. */
public interface FoundTables {
    /** Nobody hears of anything. */
    FoundTables NOBODY = new FoundTables() {
        @Override
        public void onRecords(List<ComparisonRecord> rows) {
            // What was found is in the results.
        }

        @Override
        public void onSection(ResultSection section) {
            // What was found is in the results.
        }
    };

    /**
     * A table is complete.
     *
     * @param rows of it, one for each path; they share workload, engine and layout
     */
    void onRecords(List<ComparisonRecord> rows);

    /**
     * A table of its own is complete.
     *
     * @param section with the table
     */
    void onSection(ResultSection section);
}
