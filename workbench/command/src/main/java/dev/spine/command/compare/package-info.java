/**
 * {@code spine compare}: the same workload over all paths and engines, once or over a range of machines ({@code dev.spine.perf.compare}).
 */
@NullMarked
package dev.spine.command.compare;

import org.jspecify.annotations.NullMarked;
