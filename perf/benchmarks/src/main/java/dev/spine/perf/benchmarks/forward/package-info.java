/**
 * The router alone, measured: {@link ForwardBench} has packets pass through it over wires in memory,
 * {@link LookupBench} looks destinations up, {@link SlowdownBench} says
 * how much longer a packet takes on the modelled engine than on the machine that it describes.
 */
@NullMarked
package dev.spine.perf.benchmarks.forward;

import org.jspecify.annotations.NullMarked;
