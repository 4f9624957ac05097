package dev.spine.host.block;

/** Hears how requests to a block device end. Called on the host agent's thread. */
@FunctionalInterface
public interface BlockCompletion {
    /**
     * A request has ended. The completion may make further requests.
     *
     * @param cookie what the request was made with
     * @param status how it ended
     * @param bytes how many bytes from the beginning of the range are known to be done; the whole range on success
     */
    void onBlock(long cookie, BlockStatus status, int bytes);
}
