/** What cards run in the benchmarks of PANIC: programs by their machine, and the same written in Java. */
@NullMarked
package dev.spine.extension.benchmarks.panic;

import org.jspecify.annotations.NullMarked;
