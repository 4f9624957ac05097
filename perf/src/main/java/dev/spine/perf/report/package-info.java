/**
 * What a comparison yields, and how people and machines read it: records, tables, CSV, JSON, and an HTML page with plots.
 *
 * <p>One {@link dev.spine.perf.report.ComparisonRecord} per workload, path and engine. Modelled and wall-clock figures never share a table:
 * there is one table for each engine. {@link dev.spine.perf.report.ComparisonColumn} says what stands in a column and what it means;
 * {@link dev.spine.perf.report.FoundTables} hears of a table when it is known; {@link dev.spine.perf.report.PathStyle} gives a path one
 * colour in all plots.
 *
 * <p>What every verb writes goes through {@link dev.spine.perf.report.OutputFile}, and so through
 * {@link dev.spine.perf.report.ReplacedFile}: a file has its new content when all of it is written, and keeps the old one otherwise. What a
 * person may have meant by a mistyped word is found by {@link dev.spine.perf.report.NearestWord}.
 */
@NullMarked
package dev.spine.perf.report;

import org.jspecify.annotations.NullMarked;
