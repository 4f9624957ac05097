package dev.spine.host.conformance.boot;

import dev.spine.iop.pci.RegisterAccess;

/**
 * An IOP under test: its window, and memory of the host that it can reach. Used by one thread.
 *
 * <p>The window is at hand already: whoever implements this has found the PCI function and mapped its BAR.
 */
public interface BootTarget extends RegisterAccess {
    /** Bytes of host memory that scripts use. */
    int MEMORY_BYTES = 0x2_0000;

    /** {@return the bus address of host memory, a multiple of 4096; {@link #MEMORY_BYTES} from there on belong to the script} */
    int memoryAddress();

    /**
     * Reads a word of host memory, as the IOP has left it.
     *
     * @param offset from {@link #memoryAddress}, a multiple of 4
     * @return the word, little endian
     */
    int readMemory(int offset);

    /**
     * Writes a word of host memory, so that the IOP sees it before the next access to the window.
     *
     * @param offset from {@link #memoryAddress}, a multiple of 4
     * @param value the word
     */
    void writeMemory(int offset, int value);

    /** Lets about a millisecond pass. */
    void pause();

    /** {@return whether the IOP was told to admit SysEnable in HOLD, which one driver needs and the architecture forbids} */
    default boolean enablesWithoutSystemTable() {
        return false;
    }
}
