/**
 * What it costs that extensions are confined: dispatch, metering and buffers beside the same work without them, loading, and what a
 * neighbour notices of an attacker.
 *
 * <p>The commands are {@link OverheadBench}, {@link LoadBench},
 * {@link ReplaceBench} and {@link NeighbourBench}.
 */
@NullMarked
package dev.spine.perf.benchmarks.tax;

import org.jspecify.annotations.NullMarked;
