/**
 * What metering costs: the same handlers with and without charges in their code, and in Wasm, in turn, in one run. The command is
 * {@link MeterBench}. Its handlers end in {@code Work}; each is loaded anew for each subject, so that the compiler
 * learns nothing about it from others.
 */
@NullMarked
package dev.spine.perf.benchmarks.meter;

import org.jspecify.annotations.NullMarked;
