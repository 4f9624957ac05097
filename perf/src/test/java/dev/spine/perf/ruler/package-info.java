/**
 * Counts the code of Spine's own modules by the units in which the meter counts extensions: off line, in a process of its own, on the
 * workloads of {@code spine compare}. {@link dev.spine.perf.ruler.OperationUnitsTest} holds what the profiles charge to it.
 *
 * <p>{@link dev.spine.perf.ruler.CountingAgent} rewrites classes as they are loaded, also those of the JDK that they call:
 * {@link dev.spine.perf.ruler.BlockCounting} puts a count at each basic block, and {@link dev.spine.perf.ruler.Counted} enters it for the
 * operation that runs.
 */
@NullMarked
package dev.spine.perf.ruler;

import org.jspecify.annotations.NullMarked;
