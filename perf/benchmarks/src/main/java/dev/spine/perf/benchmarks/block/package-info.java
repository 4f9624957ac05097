/**
 * Measures block reads through the queues: application, OSM, message driver, queue pairs, IOP kernel and disk, beside a loop that copies
 * the same bytes.
 *
 * <p>{@link BlockBench} is the command. Contents are checked while it measures.
 */
@NullMarked
package dev.spine.perf.benchmarks.block;

import org.jspecify.annotations.NullMarked;
