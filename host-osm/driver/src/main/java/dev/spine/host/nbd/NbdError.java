package dev.spine.host.nbd;

import dev.spine.host.block.BlockOutcome;

/**
 * Errors that NBD can report. Source: the NBD protocol description, "Error values".
 */
enum NbdError {
    NONE(0),
    /** Not permitted, for example a write to a read-only export. */
    EPERM(1),
    /** Input or output failed. */
    EIO(5),
    /** No memory. */
    ENOMEM(12),
    /** The request makes no sense. */
    EINVAL(22),
    /** A write past the end, or one for which the server has no room. */
    ENOSPC(28),
    /** The answer would not fit into one chunk, as the request demands. */
    EOVERFLOW(75),
    /** The server cannot do this. */
    ENOTSUP(95),
    /** The server is shutting down. */
    ESHUTDOWN(108);

    private final int value;

    NbdError(int value) {
        this.value = value;
    }

    /** {@return its number on the wire} */
    int value() {
        return value;
    }

    /** {@return what a client is told when the device answered so} */
    static NbdError of(BlockOutcome status) {
        return switch (status) {
            case SUCCESS -> NONE;
            case WRITE_PROTECTED, ACCESS_VIOLATION, MEDIA_LOCKED -> EPERM;
            case OUT_OF_RANGE, NO_ROOM -> ENOSPC;
            case CLOSED, GONE -> ESHUTDOWN;
            case MEDIA_ERROR, DEVICE_FAILURE, NOT_READY, MEDIA_NOT_PRESENT, MEDIA_FAILURE, PROTOCOL_FAILURE, BUS_FAILURE,
                DEVICE_RESET, VOLUME_CHANGED, DEVICE_TIMEOUT, ABORTED, BUSY, REFUSED, NOT_DELIVERED, NO_ANSWER, IN_DOUBT, IOP_RESET -> EIO;
        };
    }
}
