package dev.spine.host.block;

import dev.spine.host.driver.HostException;
import dev.spine.host.driver.Pending;

/** A request to a block device did not succeed. The message says which, on which range, and how it ended. Any thread. */
public final class BlockException extends HostException {
    private static final long serialVersionUID = 1;

    private final BlockOutcome status;
    private final transient Pending<Boolean> memoryReleased;

    /**
     * A request that failed.
     *
     * @param request what it was, for example {@code "read of 512 bytes at 1024"}
     * @param status how it ended
     * @param bytes how many bytes are known to be done
     * @param memoryReleased done when its memory is the caller's again
     */
    BlockException(String request, BlockOutcome status, int bytes, Pending<Boolean> memoryReleased) {
        super(request + " ended with " + status + " after " + bytes + " bytes");
        this.status = status;
        this.memoryReleased = memoryReleased;
    }

    /** {@return how it ended} */
    public BlockOutcome status() {
        return status;
    }

    /**
     * {@return done when the request's memory is the caller's again: at once, unless the status {@linkplain BlockOutcome#holdsMemory holds}
     * it; for what was not serialised}
     */
    public Pending<Boolean> memoryReleased() {
        return memoryReleased;
    }
}
