/**
 * Measuring commands, and what Spine is compared with: nothing of this is shipped.
 *
 * <p>{@code perf/bench tax.OverheadBench 20} runs the class of that name in one of the packages below this one; each says what it takes
 * with {@code --help}, which picocli reads ({@link Bench}).
 */
@NullMarked
package dev.spine.perf.benchmarks;

import org.jspecify.annotations.NullMarked;
