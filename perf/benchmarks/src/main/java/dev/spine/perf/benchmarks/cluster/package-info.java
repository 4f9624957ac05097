/**
 * Many nodes on the modelled engine: how fast they exchange messages on the wall clock
 * ({@link ClusterBench}), and how fast a run of them is brought back to one of its events
 * ({@link RestoreBench}).
 */
@NullMarked
package dev.spine.perf.benchmarks.cluster;

import org.jspecify.annotations.NullMarked;
