/**
 * PANIC: {@link dev.spine.perf.benchmarks.panic.MachineBench} has programs, interpreted and compiled, beside the same in Java, {@link
 * dev.spine.perf.benchmarks.panic.LiveBench} the experiments on this machine's clock.
 */
@NullMarked
package dev.spine.perf.benchmarks.panic;

import org.jspecify.annotations.NullMarked;
