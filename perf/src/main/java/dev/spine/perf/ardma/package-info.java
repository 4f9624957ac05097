/**
 * Active RDMA on the modelled engine: the same lookup by procedure call, by direct access and as active code, between a client and a server
 * that are each a host with a card.
 *
 * <p>{@link dev.spine.perf.ardma.LookupStructure} is what is looked into and {@link dev.spine.perf.ardma.LookupPath} where the code runs.
 * {@link dev.spine.perf.ardma.LookupExperiment} runs lookups and reads clocks and accounts; {@link
 * dev.spine.perf.ardma.ArdmaComparison} is all of that as results of {@code spine compare}, with the places where one path overtakes
 * another.
 */
@NullMarked
package dev.spine.perf.ardma;

import org.jspecify.annotations.NullMarked;
