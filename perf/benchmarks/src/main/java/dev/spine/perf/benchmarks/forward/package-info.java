/** The router alone, measured: {@link ForwardBench} has packets pass through it over wires in memory. */
@NullMarked
package dev.spine.perf.benchmarks.forward;

import org.jspecify.annotations.NullMarked;
