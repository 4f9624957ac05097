package dev.spine.i2o.message;

/**
 * As what a device is claimed. Any thread.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header. The Linux header numbers 2 to 4 otherwise but sends only 1.
 */
public final class ClaimType {
    /** The primary user; only one at a time. */
    public static final int PRIMARY = 1;
    /** A user that the primary user permits, through a TID of its own. */
    public static final int AUTHORIZED = 2;
    /** A secondary user. */
    public static final int SECONDARY = 3;
    /** A management user. */
    public static final int MANAGEMENT = 4;

    private ClaimType() {
    }
}
