package dev.spine.host.block;

import dev.spine.host.driver.HostException;

/** A request to a block device did not succeed. The message says which, on which range, and how it ended. */
public final class BlockException extends HostException {
    private static final long serialVersionUID = 1;

    private final BlockStatus status;

    /**
     * A request that failed.
     *
     * @param request what it was, for example {@code "read of 512 bytes at 1024"}
     * @param status how it ended
     * @param bytes how many bytes are known to be done
     */
    BlockException(String request, BlockStatus status, int bytes) {
        super(request + " ended with " + status + " after " + bytes + " bytes");
        this.status = status;
    }

    /** {@return how it ended} */
    public BlockStatus status() {
        return status;
    }
}
