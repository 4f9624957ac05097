/**
 * Data structures in areas, and routines on them that are written in Java. Each class says where the bytes of its structure are, lays it
 * out in an area from Java, and has static methods that {@link dev.spine.extension.ardma.host.lift.RoutineLifter} makes routines of. The
 * structure is in area 0 of a call; numbers are in network order, and places are offsets in the area. A routine takes what it looks at
 * together, a node or a slot, into its scratch memory by one copy: run at the client, that is one round trip. {@link
 * dev.spine.extension.ardma.host.demo.Barrier} spans servers.
 *
 * <p>Routines trust the bytes of a structure as far as its programs do: whatever is there, a run stays within its areas and ends at its
 * limit of steps.
 */
@NullMarked
package dev.spine.extension.ardma.host.demo;

import org.jspecify.annotations.NullMarked;
