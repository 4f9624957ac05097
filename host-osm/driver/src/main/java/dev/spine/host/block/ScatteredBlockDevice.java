package dev.spine.host.block;

/**
 * A block device that also takes buffers which lie in several runs of host memory. Rules as for {@link BlockDevice}: the host agent's
 * thread.
 */
public interface ScatteredBlockDevice extends BlockDevice {
    /**
     * Reads into a buffer of several runs.
     *
     * @param offset first byte of the range on the medium
     * @param into where the bytes go, 1 to {@link BlockDeviceInfo#MAX_RUNS} runs; untouched by anybody else until the end
     * @param completion is notified of the end
     * @param cookie given to the completion
     * @return false when the request cannot be taken now
     */
    boolean read(long offset, BlockRuns into, BlockCompletion completion, long cookie);

    /**
     * Writes from a buffer of several runs.
     *
     * @param offset first byte of the range on the medium
     * @param from the bytes, 1 to {@link BlockDeviceInfo#MAX_RUNS} runs; untouched until the end
     * @param mode how durable the bytes are when the request has ended
     * @param completion is notified of the end
     * @param cookie given to the completion
     * @return false when the request cannot be taken now
     */
    boolean write(long offset, BlockRuns from, WriteMode mode, BlockCompletion completion, long cookie);
}
