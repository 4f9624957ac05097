package dev.spine.extension.runtime.network;

import java.lang.foreign.MemorySegment;

/** Data of a message, in memory that its sender has lent until {@link #release}. Belongs to the card's agent. */
public interface OutgoingData {
    /** {@return the memory} */
    MemorySegment memory();

    /** {@return where in it the lent bytes begin} */
    long start();

    /** The data are no longer needed. Once for each message that was given it. */
    void release();
}
