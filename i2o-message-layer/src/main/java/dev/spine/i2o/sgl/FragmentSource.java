package dev.spine.i2o.sgl;

import java.lang.foreign.MemorySegment;

/**
 * Fetches chained fragments of a scatter-gather list from the bus. Thread: the owner of the list.
 *
 * <p>The copy is the point: the initiator may still write the fragment, so the reader works on bytes that nobody else can change.
 */
@FunctionalInterface
public interface FragmentSource {
    /** A source that refuses every fragment: for targets that do not support chains. */
    FragmentSource NONE = (address, addressSpace, into, byteCount) -> false;

    /** Whose addresses a fragment's address belongs to. */
    enum AddressSpace {
        /** The I/O bus, as host and peers see it. */
        BUS,
        /** The memory of the IOP that reads the list; senseless when it comes from a peer. */
        LOCAL
    }

    /**
     * Copies a fragment.
     *
     * @param address where it lies, without sign; any value that a peer may have written
     * @param addressSpace whose address that is
     * @param into where the copy goes, from byte 0
     * @param byteCount how many bytes, 4 to the size of {@code into}
     * @return true: copied. False: the initiator has no right to it, or nothing is there; the list ends with
     *     {@link SglEnd#UNREADABLE_FRAGMENT}
     */
    boolean copyFragment(long address, AddressSpace addressSpace, MemorySegment into, int byteCount);
}
