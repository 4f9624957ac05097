/** PANIC programs, interpreted and compiled, beside the same in Java. */
@NullMarked
package dev.spine.perf.benchmarks.panic;

import org.jspecify.annotations.NullMarked;
