package dev.spine.i2o.message;

/**
 * Flags of executive functions that assign, release or connect: the field OperationFlags. Any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 */
public final class OperationFlags {
    /** The assignment outlives a reset. */
    public static final int ASSIGN_PERMANENT = 0x01;
    /** The release outlives a reset. */
    public static final int RELEASE_PERMANENT = 0x01;
    /** The connection carries requests both ways. */
    public static final int PEER_TO_PEER_BIDIRECTIONAL = 0x01;

    private OperationFlags() {
    }
}
