package dev.spine.iop.pci;

import java.lang.foreign.MemorySegment;

/**
 * A range of bus addresses that is memory of the host. Immutable; any thread.
 *
 * @param address its first bus address, from 0; what lies above 4 GiB cannot be reached by an IOP and is left out
 * @param memory the backing, of the same size
 */
public record HostMemorySlot(long address, MemorySegment memory) {}
