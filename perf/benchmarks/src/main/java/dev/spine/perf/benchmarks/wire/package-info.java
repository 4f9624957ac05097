/**
 * What carries small packets between Linux network namespaces: the kernel itself, and bridges in Java over TAP interfaces and
 * XDP sockets, in turns and in one run. {@link WireBench} is the command.
 *
 * <p>{@link Spaces} are three namespaces A, R and B. Each {@link Path} has interfaces of
 * its own in them. {@link Sender} gives packets to the interface in A, {@link Counted}
 * counts them at the one in B and takes the times of some. All native structures are those of Linux on a little-endian machine.
 */
@NullMarked
package dev.spine.perf.benchmarks.wire;

import org.jspecify.annotations.NullMarked;
