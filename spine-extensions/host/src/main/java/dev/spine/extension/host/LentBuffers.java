package dev.spine.extension.host;

/**
 * The memory that an application lends a runtime for the data of messages to one of its handlers: each message with data takes a buffer.
 * Any thread.
 *
 * @param count how many, 1 to 64; when all are used, senders are held until the application gives one back
 * @param bytes of each, 1 to 1 MiB; what has more data comes back to its sender as too large
 */
public record LentBuffers(int count, int bytes) {
    /** The most buffers of a listener. */
    public static final int MAX = 64;
    /** The most bytes of a buffer: as many as a message can bring. */
    public static final int MAX_BYTES = 1 << 20;

    /** Checks the ranges. */
    public LentBuffers {
        if (count < 1 || count > MAX || bytes < 1 || bytes > MAX_BYTES) {
            throw new IllegalArgumentException("a listener lends 1 to " + MAX + " buffers of 1 to " + MAX_BYTES + " bytes, not " + count
                + " of " + bytes);
        }
    }
}
