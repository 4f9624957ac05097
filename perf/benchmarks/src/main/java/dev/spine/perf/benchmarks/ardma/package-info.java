/**
 * What a step of a routine takes: interpreted, compiled, and the same in plain Java. The command is {@link
 * dev.spine.perf.benchmarks.ardma.RoutineBench}.
 */
@NullMarked
package dev.spine.perf.benchmarks.ardma;

import org.jspecify.annotations.NullMarked;
