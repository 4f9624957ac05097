package dev.spine.host.block;

/**
 * A block device as code on the host agent's thread uses it.
 *
 * <p>All methods are called on the host agent's thread and allocate nothing. Requests are carried out in any order: who needs one before
 * another waits for the first one's end. Many may be in flight at once, up to {@link BlockDeviceInfo#queueDepth}.
 *
 * <p>The device checks ranges: one that is not made of whole blocks or leaves the medium ends with
 * {@link BlockOutcome#OUT_OF_RANGE}, so a medium that changes its size meanwhile is no special case. A size that no request can have (below
 * 1, above {@link BlockDeviceInfo#maxTransferBytes}) is an {@link IllegalArgumentException}.
 *
 * <p>A method that returns false has done nothing: as many requests as can be are in flight, or the IOP has returned no frame. Try again
 * after the next completion or in the next turn of the host's agent. A method that returns true calls the completion exactly once, later,
 * never from within the call.
 */
public interface BlockDevice {
    /** {@return what the device is like now; a new object after each change} */
    BlockDeviceInfo info();

    /**
     * Adds a listener for changes of the device.
     *
     * @param listener is notified of changes from now on
     */
    void addListener(BlockDeviceListener listener);

    /**
     * Reads.
     *
     * @param offset first byte of the range on the medium
     * @param bytes its length, 1 to {@link BlockDeviceInfo#maxTransferBytes}
     * @param hostAddress bus address in host memory where the bytes go
     * @param completion is notified of the end
     * @param cookie given to the completion
     * @return false when the request cannot be taken now
     */
    boolean read(long offset, int bytes, int hostAddress, BlockCompletion completion, long cookie);

    /**
     * Writes. The memory stays untouched until the end.
     *
     * @param offset first byte of the range on the medium
     * @param bytes its length, 1 to {@link BlockDeviceInfo#maxTransferBytes}
     * @param hostAddress bus address in host memory of the bytes
     * @param mode how durable the bytes are when the request has ended
     * @param completion is notified of the end
     * @param cookie given to the completion
     * @return false when the request cannot be taken now
     */
    boolean write(long offset, int bytes, int hostAddress, WriteMode mode, BlockCompletion completion, long cookie);

    /**
     * Writes zeros, for which no memory is needed.
     *
     * @param offset first byte of the range on the medium
     * @param bytes its length, 1 to {@link BlockDeviceInfo#maxTransferBytes}
     * @param mode how durable the zeros are when the request has ended
     * @param completion is notified of the end
     * @param cookie given to the completion
     * @return false when the request cannot be taken now
     */
    boolean zero(long offset, int bytes, WriteMode mode, BlockCompletion completion, long cookie);

    /**
     * Lets the device check that it can read a range.
     *
     * @param offset first byte of the range on the medium
     * @param bytes its length, at least 1
     * @param completion is notified of the end
     * @param cookie given to the completion
     * @return false when the request cannot be taken now
     */
    boolean verify(long offset, int bytes, BlockCompletion completion, long cookie);

    /**
     * Makes durable all writes whose completion was called before.
     *
     * @param completion is notified of the end
     * @param cookie given to the completion
     * @return false when the request cannot be taken now
     */
    boolean flush(BlockCompletion completion, long cookie);
}
