/**
 * ARF, a file system whose code is one routine: {@link dev.spine.extension.ardma.host.arf.ArfSizes} makes one in an area,
 * {@link dev.spine.extension.ardma.host.arf.ArfVolume} opens it, {@link dev.spine.extension.ardma.host.arf.ArfCheck} looks whether it is
 * whole. Where the routine runs, a placement says: here over a file, memory or an area by round trips
 * ({@link dev.spine.extension.ardma.host.arf.LocalPlacement}), or at a server
 * ({@link dev.spine.extension.ardma.host.arf.RemotePlacement}).
 *
 * <p>{@code Program} and the classes that it calls are lifted: their static methods run as a routine, and only there. They return negative
 * numbers for what is wrong. The structures are described in {@code docs/active-rdma-file-system.md}.
 */
@NullMarked
package dev.spine.extension.ardma.host.arf;

import org.jspecify.annotations.NullMarked;
