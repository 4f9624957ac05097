/**
 * How a measuring command reads what it was told: {@link dev.spine.perf.bench.BenchArguments}.
 */
@NullMarked
package dev.spine.perf.bench;

import org.jspecify.annotations.NullMarked;
