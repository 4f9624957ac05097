package dev.spine.host.nbd;

/**
 * Says which bytes of a device take room and which are holes, which read as zeros. A block storage device has no message for that, so it
 * comes from whoever keeps the bytes. Called by the agent of the server.
 */
@FunctionalInterface
public interface BlockMap {
    /**
     * {@return how far bytes are alike from an offset on: so many bytes that take room, or, negative, so many that are a hole} Called on
     * the host agent's thread; what was acknowledged before counts, what is in flight may.
     *
     * @param offset below the device's capacity
     */
    long extentAt(long offset);
}
