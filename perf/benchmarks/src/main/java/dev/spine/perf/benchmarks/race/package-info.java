/**
 * All orders of a small drag of a window, counted: {@link RaceBench}.
 */
@NullMarked
package dev.spine.perf.benchmarks.race;

import org.jspecify.annotations.NullMarked;
