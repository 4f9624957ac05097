/**
 * Compiled packet filters beside an interpreter: {@link FilterBench}.
 */
@NullMarked
package dev.spine.perf.benchmarks.filter;

import org.jspecify.annotations.NullMarked;
