package dev.spine.iop.bus;

import java.lang.foreign.MemorySegment;

/**
 * A range of bus addresses backed by memory. Immutable; made and removed through {@link Bus}.
 *
 * @param name for messages, for example {@code "iop1 receive memory"}
 * @param base first bus address, a multiple of 64, below 4 GiB
 * @param length in bytes, at least 1
 * @param owner the bus agent whose memory it is
 * @param access what other bus agents may do without a grant
 * @param memory the backing, exactly {@code length} bytes; used within one step only
 */
public record Region(String name, long base, long length, BusAgent owner, Access access, MemorySegment memory) {
    /** Checks the shape. */
    public Region {
        if (base < 0 || length < 1 || base + length > Bus.ADDRESS_LIMIT || memory.byteSize() != length) {
            throw new IllegalArgumentException("region '" + name + "' at 0x" + Long.toHexString(base) + " of " + length
                + " bytes must lie below 4 GiB and have a backing of the same size");
        }
    }

    /** {@return the first address after the region} */
    public long end() {
        return base + length;
    }

    /**
     * {@return whether all bytes of a range lie in this region}
     *
     * @param address first bus address
     * @param bytes how many, at least 0
     */
    public boolean contains(long address, long bytes) {
        return address >= base && bytes >= 0 && address - base <= length - bytes;
    }

    /**
     * {@return whether {@code busAgent} may read (or write) without a grant}
     *
     * @param busAgent the initiator
     * @param write whether it writes
     */
    public boolean admits(BusAgent busAgent, boolean write) {
        return busAgent.id() == owner.id() || access == Access.READ_WRITE || (access == Access.READ && !write);
    }
}
