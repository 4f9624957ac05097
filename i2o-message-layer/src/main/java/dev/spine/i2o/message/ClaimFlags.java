package dev.spine.i2o.message;

/**
 * What the claimer of a device wants to agree to. Bits of {@link UtilClaim}. Any thread.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header.
 */
public final class ClaimFlags {
    /** Reserved in 1.5; OpenSolaris claims with it, so it is accepted. */
    public static final int EXCLUSIVE = 0x0001;
    /** Wants to agree to resets. */
    public static final int RESET_SENSITIVE = 0x0002;
    /** Wants to agree to changes of state. */
    public static final int STATE_SENSITIVE = 0x0004;
    /** Wants to agree to changes of capacity. */
    public static final int CAPACITY_SENSITIVE = 0x0008;
    /** Peers must not use the device while it is claimed. */
    public static final int PEER_SERVICE_DISABLED = 0x0010;
    /** Management users must not use the device while it is claimed. */
    public static final int MANAGEMENT_SERVICE_DISABLED = 0x0020;

    private ClaimFlags() {
    }
}
