/**
 * Measuring commands, and what Spine is compared with: nothing of this is shipped.
 *
 * <p>{@code perf/bench tax.OverheadBench 20} runs the class of that name in one of the packages below this one; each says what it takes
 * with {@code --help}, which it reads by {@link BenchArguments}.
 */
@NullMarked
package dev.spine.perf.benchmarks;

import org.jspecify.annotations.NullMarked;
