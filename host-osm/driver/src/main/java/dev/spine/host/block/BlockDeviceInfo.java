package dev.spine.host.block;

/**
 * What a block device is like. Immutable; any thread.
 *
 * @param capacityBytes size of the medium, a multiple of {@code blockBytes}; 0 while no medium is there
 * @param blockBytes size of a block, which offsets and lengths are multiples of
 * @param access what may be done with it
 * @param maxTransferBytes the largest request to read, write or zero, a multiple of {@code blockBytes}
 * @param queueDepth how many requests can be in flight at once through this OSM
 */
public record BlockDeviceInfo(long capacityBytes, int blockBytes, Access access, int maxTransferBytes, int queueDepth) {
    /** The most runs of a buffer. */
    public static final int MAX_RUNS = 256;

    /** What may be done with a device. */
    public enum Access {
        /** Everything. */
        READ_WRITE,
        /** Only reading; writes end with {@link BlockOutcome#WRITE_PROTECTED}. */
        READ_ONLY,
        /** Nothing for now: the device is being recovered, was removed, or was closed. Requests end with a status that says which. */
        NONE
    }

    /** {@return whether the device cannot be written} */
    public boolean readOnly() {
        return access != Access.READ_WRITE;
    }
}
