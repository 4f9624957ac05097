package dev.spine.extension.api;

/**
 * A disk that answered: a place where blocks are read from and written to. The card's agent.
 *
 * <p>Made by the runtime when a disk has answered {@link ExtensionContext#requestStore}. The disk may go away at any time, for instance
 * because its IOP is reset; {@link #isValid} is false from then on, and what was under way ends with a report that says so.
 */
public final class Store {
    private final long capacityBytes;
    private final int blockBytes;
    private final int number;
    private boolean valid = true;

    Store(long capacityBytes, int blockBytes, int number) {
        this.capacityBytes = capacityBytes;
        this.blockBytes = blockBytes;
        this.number = number;
    }

    /** {@return how many bytes it holds} */
    public long capacityBytes() {
        return capacityBytes;
    }

    /** {@return bytes of a block, a power of two: positions and lengths are multiples of it} */
    public int blockBytes() {
        return blockBytes;
    }

    /** {@return whether requests can still succeed, as far as this card knows} */
    public boolean isValid() {
        return valid;
    }

    void invalidate() {
        valid = false;
    }

    int number() {
        return number;
    }
}
