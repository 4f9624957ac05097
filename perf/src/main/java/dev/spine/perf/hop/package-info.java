/**
 * Requests and replies between IOPs: what stands beside other queues in the benchmarks, and runs on both engines in {@link
 * dev.spine.perf.hop.HopExperiment}.
 */
@NullMarked
package dev.spine.perf.hop;

import org.jspecify.annotations.NullMarked;
