package dev.spine.iop.pci;

/**
 * The memory window of a card, by words: all that a host needs besides its own memory. Offsets count from the window's base, so an inbound
 * MFA is the offset of its frame.
 *
 * <p>Accesses of one host take effect in their order. Threads as the implementation says.
 */
public interface RegisterAccess {
    /**
     * Reads a word.
     *
     * @param offset a multiple of 4
     * @return the word; all ones where there is nothing
     */
    int read32(int offset);

    /**
     * Writes a word.
     *
     * @param offset a multiple of 4
     * @param value the word
     */
    void write32(int offset, int value);
}
