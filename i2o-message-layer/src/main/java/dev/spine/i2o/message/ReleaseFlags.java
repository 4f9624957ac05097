package dev.spine.i2o.message;

/**
 * Bits of {@link UtilClaimRelease}. Any thread.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header.
 */
public final class ReleaseFlags {
    /** Release only if nobody depends on the claim. */
    public static final int CONDITIONAL = 0x0001;

    private ReleaseFlags() {
    }
}
