package dev.spine.extension.api;

/** What the runtime does for a buffer that it made. Implemented by the runtime; extensions cannot link to it. The card's agent. */
public interface BufferOwner {
    /**
     * The extension wants to keep a buffer.
     *
     * @param buffer the buffer
     * @return false when the quota is used up
     */
    boolean keep(Buffer buffer);

    /**
     * The extension gives a buffer up; the runtime empties it.
     *
     * @param buffer the buffer
     */
    void release(Buffer buffer);

    /**
     * {@return whether a peer may read from a buffer now}
     *
     * @param buffer the buffer, not empty
     */
    boolean isLent(Buffer buffer);

    /**
     * {@return 32 bits of a packet that comes behind the one that is being handled, as {@link Message#ahead} tells them} The default knows
     * of none.
     *
     * @param packets how many packets behind it, from 1 on
     * @param offset where the bits begin in that packet
     */
    default int ahead(int packets, int offset) {
        return 0;
    }

    /**
     * {@return the offload word of the packet that a buffer shows, {@link Offload#NONE} of everything else}
     *
     * @param buffer the buffer, not empty
     */
    default long offload(Buffer buffer) {
        return Offload.NONE;
    }
}
