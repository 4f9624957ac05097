/**
 * What it costs that extensions are confined: dispatch, metering and buffers beside the same work without them, loading, and what a
 * neighbour notices of an attacker.
 *
 * <p>The command is {@link dev.spine.perf.tax.NeighbourBench}.
 */
@NullMarked
package dev.spine.perf.tax;

import org.jspecify.annotations.NullMarked;
