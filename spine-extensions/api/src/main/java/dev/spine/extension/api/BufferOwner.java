package dev.spine.extension.api;

/** What the runtime does for a buffer that it made. Implemented by the runtime; extensions cannot link to it. */
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
     * The extension's processor has copied bytes.
     *
     * @param bytes how many
     */
    void touched(int bytes);
}
