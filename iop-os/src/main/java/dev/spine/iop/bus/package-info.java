/**
 * The I/O bus of a node: an address space, the transfers that cross it, and the accounts of who moved what.
 *
 * <p>A {@link dev.spine.iop.bus.Region} is a range of 32-bit bus addresses with an owner and a backing. A
 * {@link dev.spine.iop.bus.Transfer} is a preallocated list of runs that some bus agent's {@link dev.spine.iop.bus.DmaEngine} carries out:
 * it is checked as a whole before a byte moves, its grant is checked again for every chunk, and it is entered in the initiator's
 * {@link dev.spine.iop.bus.Account}. Memory that its owner does not offer to everybody is reached only under a grant of the
 * {@link dev.spine.iop.bus.GrantTable}: an index and a generation, so that it can be revoked.
 *
 * <p>Everything above the bus names memory by bus address; nobody keeps a {@code MemorySegment} of a region beyond one step.
 */
@NullMarked
package dev.spine.iop.bus;

import org.jspecify.annotations.NullMarked;
