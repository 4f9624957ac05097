package dev.spine.i2o.message.scsi;

/**
 * Events of the SCSI peripheral class, beside those of {@link dev.spine.i2o.message.EventIndicator}. Any thread.
 *
 * <p>Source: I2O 1.5 SCSI peripheral class; SIG headers.
 */
public final class ScsiEvent {
    /** The device expects to fail. */
    public static final int SMART = 0x10;

    private ScsiEvent() {
    }
}
