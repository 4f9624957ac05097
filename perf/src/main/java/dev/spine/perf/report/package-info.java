/**
 * What a comparison yields, and how people and machines read it: records, tables, CSV, JSON, and an HTML page with plots.
 *
 * <p>One {@link ComparisonRecord} per workload, path and engine. Modelled and wall-clock figures never share a table:
 * there is one table for each engine. {@link ComparisonColumn} says what stands in a column and what it means;
 * {@link FoundTables} is notified of a table when it is known; {@link PathStyle} gives a path one
 * colour in all plots.
 */
@NullMarked
package dev.spine.perf.report;

import org.jspecify.annotations.NullMarked;
