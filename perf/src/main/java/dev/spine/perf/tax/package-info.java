/**
 * What it costs that extensions are confined: dispatch, metering and buffers beside the same work without them, loading, and what a
 * neighbour notices of an attacker.
 *
 * <p>The commands are {@link dev.spine.perf.tax.TaxBench}, {@link dev.spine.perf.tax.LoadBench},
 * {@link dev.spine.perf.tax.ReplaceBench} and {@link dev.spine.perf.tax.NeighbourBench}.
 */
@NullMarked
package dev.spine.perf.tax;

import org.jspecify.annotations.NullMarked;
