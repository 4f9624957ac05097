package dev.spine.perf.compare;

import dev.spine.perf.report.ComparisonColumn;
import dev.spine.perf.report.ComparisonTables;
import java.util.List;

/** How much a comparison prints. Any thread. */
public enum Detail {
    /** What fits a terminal of a hundred columns. */
    STORY,
    /** Every column, and by which route the data went. */
    FULL;

    List<ComparisonColumn> columns() {
        return this == STORY ? ComparisonTables.STORY : ComparisonTables.ALL;
    }
}
