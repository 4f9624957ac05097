package dev.spine.i2o.message.block;

/**
 * The field MediaIdentifier. Any thread.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 */
public final class Media {
    /** The medium that is in the device: the only value that drivers use. */
    public static final int CURRENT = 0xFFFF_FFFF;

    private Media() {
    }
}
