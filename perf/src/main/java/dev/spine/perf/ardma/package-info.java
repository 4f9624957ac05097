/**
 * Active RDMA on the modelled engine: the same lookup, operation on files or search by procedure call, by direct access and as active code,
 * between a client and a server that are each a host with a card ({@link dev.spine.perf.ardma.ArdmaPair}).
 *
 * <p>{@link dev.spine.perf.ardma.LookupStructure} is what is looked into and {@link dev.spine.perf.ardma.LookupPath} where the code runs.
 * {@link dev.spine.perf.ardma.LookupExperiment} runs lookups and reads clocks and accounts; {@link
 * dev.spine.perf.ardma.ArdmaComparison} is all of that as results of {@code spine compare}, with the places where one path overtakes
 * another. {@link dev.spine.perf.ardma.FileComparison} does the same for files, with {@link dev.spine.perf.ardma.FileClient} for whoever
 * uses them, and {@link dev.spine.perf.ardma.GrepComparison} for searches.
 */
@NullMarked
package dev.spine.perf.ardma;

import org.jspecify.annotations.NullMarked;
