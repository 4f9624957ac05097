package dev.spine.extension.api;

/**
 * Memory that extensions export, and operations on it by others: extensions of this card, of other cards of the node, and of other nodes.
 * The runtime of the exporter's card carries them out, one after the other, without a handler. Belongs to the card's agent thread.
 */
public interface SharedMemory {
    /** The most bytes of one read or write. */
    int MAX_BYTES = 32;

    /**
     * Lets others read, or change, memory of this extension without a handler of it: the runtime carries their operations out between its
     * activations. The memory stays lent until {@link #end}, also if the buffer is released.
     *
     * @param memory a buffer that this extension has allocated
     * @param rights what others may do
     * @return a number to be given to those who shall use it, for example in two words of a message; 0 when 16 are exported already
     * @throws IllegalArgumentException when the buffer was not allocated by this extension
     */
    long export(Buffer memory, ExportRights rights);

    /**
     * Ends an export: operations that come later are answered with {@link MemoryStatus#NO_EXPORT}. The end of the extension does so, too.
     *
     * @param number of {@link #export}; nothing happens when it is not one of this extension
     */
    void end(long number);

    /**
     * Reads exported memory. The answer is a message of kind MEMORY.
     *
     * @param owner a way to the card where it is: to any handler of this card, of a peer, or reliably of another node
     * @param export its number
     * @param offset first byte
     * @param bytes how many, 1 to {@link #MAX_BYTES}
     * @param handler a handler of this extension, 1 to 255
     * @param number goes into word 0 of the answer
     * @return false when it could not be sent now, or 16 operations are under way: come again at a later activation
     * @throws IllegalArgumentException when the way leads to no card, or is not reliable, or the number of bytes is another
     */
    boolean read(Route owner, long export, int offset, int bytes, int handler, int number);

    /**
     * Writes exported memory. The answer is a message of kind MEMORY.
     *
     * @param owner a way to the card where it is, as for {@link #read}
     * @param export its number
     * @param offset first byte there
     * @param from a buffer of this extension
     * @param fromOffset first byte in it
     * @param bytes how many, 1 to {@link #MAX_BYTES}
     * @param handler a handler of this extension, 1 to 255
     * @param number goes into word 0 of the answer
     * @return false as for {@link #read}
     */
    boolean write(Route owner, long export, int offset, Buffer from, int fromOffset, int bytes, int handler, int number);

    /**
     * Puts 64 bits into exported memory if others are there, in one step. The answer is a message of kind MEMORY with the value before.
     *
     * @param owner a way to the card where it is, as for {@link #read}
     * @param export its number
     * @param offset a multiple of 8
     * @param expected what must be there
     * @param update what is then put there
     * @param handler a handler of this extension, 1 to 255
     * @param number goes into word 0 of the answer
     * @return false as for {@link #read}
     */
    boolean compareAndSwap(Route owner, long export, int offset, long expected, long update, int handler, int number);

    /**
     * Adds to 64 bits of exported memory, in one step. The answer is a message of kind MEMORY with the value before.
     *
     * @param owner a way to the card where it is, as for {@link #read}
     * @param export its number
     * @param offset a multiple of 8
     * @param addend what is added
     * @param handler a handler of this extension, 1 to 255
     * @param number goes into word 0 of the answer
     * @return false as for {@link #read}
     */
    boolean fetchAndAdd(Route owner, long export, int offset, long addend, int handler, int number);
}
