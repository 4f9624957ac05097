package dev.spine.peer.move;

import org.jspecify.annotations.Nullable;

/** An order that goes through an extent of the disk. One at a time. Belongs to the card's agent. */
interface MoveJob {
    /** The extent, or null while there is no order. */
    @Nullable CopyExtent extent();

    /**
     * Goes on.
     *
     * @return pieces of work done
     */
    int advance(int limit);

    /** The disk has put a chunk into a slot, or has refused to. */
    void onRead(int slot, boolean well);

    /** Forgets the order. */
    void clear();
}
