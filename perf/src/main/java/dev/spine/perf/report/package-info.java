/**
 * What a comparison yields, and how people and machines read it: records, tables, CSV, JSON, and an HTML page with plots.
 *
 * <p>One {@link dev.spine.perf.report.ComparisonRecord} per workload, path and engine. Modelled and wall-clock figures never share a table:
 * there is one table for each engine.
 */
@NullMarked
package dev.spine.perf.report;

import org.jspecify.annotations.NullMarked;
