/**
 * How fast the modelled engine is on the wall clock: {@link ModelledBench}.
 */
@NullMarked
package dev.spine.perf.benchmarks.video;

import org.jspecify.annotations.NullMarked;
