package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;

/**
 * Where the pages of an area come from and go back to. What begins here ends by a message to {@code TRANSFERRED} with the page's number and
 * 0, if it was done, in its first words; a flush by one to {@code FLUSHED} with the area's.
 */
interface Backing {
    /** {@return bytes} */
    long length();

    /** {@return whether its owner has taken it back} */
    boolean isRevoked();

    /** {@return whether it can be reached, as far as is known} */
    boolean isThere();

    /** {@return whether others write there, so that a request is to see what they wrote before} */
    boolean isShared();

    /** {@return whether what was written there is lost with the power until it is flushed} */
    boolean isFlushed();

    /** Begins to bring bytes from an offset to a place in a buffer: {@return whether it has begun} */
    boolean bring(long offset, Buffer memory, int place, int bytes, int page);

    /** Begins to take bytes back: {@return whether it has begun} */
    boolean takeBack(long offset, Buffer memory, int place, int bytes, int page);

    /** Begins to make durable what was taken back: {@return whether it has begun} */
    boolean flush(int area);
}
