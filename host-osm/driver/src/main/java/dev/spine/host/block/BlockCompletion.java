package dev.spine.host.block;

/** Is notified how requests to a block device end. Called on the host agent's thread. */
@FunctionalInterface
public interface BlockCompletion {
    /**
     * A request has ended. The completion may make further requests.
     *
     * @param cookie what the request was made with
     * @param status how it ended
     * @param bytes how many bytes from the beginning of the range are known to be done; the whole range on success
     */
    void onBlock(long cookie, BlockOutcome status, int bytes);

    /**
     * The memory of a request that ended with a status that {@linkplain BlockOutcome#holdsMemory holds} it is the caller's again: the
     * device has answered after all, or its IOP was reset. Until this is called nobody may use the memory for anything else, since the
     * device may still read or write it.
     *
     * @param cookie what the request was made with
     */
    default void onMemoryReleased(long cookie) {
        // Whoever never uses the memory again has nothing to do.
    }
}
