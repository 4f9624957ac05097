package dev.spine.i2o.message.block;

/**
 * Events of the class, beside those of {@link dev.spine.i2o.message.EventIndicator}. Any thread.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 */
public final class BlockEvent {
    /** A medium was loaded. */
    public static final int VOLUME_LOAD = 0x01;
    /** The medium was unloaded. */
    public static final int VOLUME_UNLOAD = 0x02;
    /** Somebody wants to unload the medium. */
    public static final int VOLUME_UNLOAD_REQUEST = 0x04;
    /** The capacity changed. */
    public static final int CAPACITY_CHANGE = 0x08;
    /** The device expects to fail. */
    public static final int SCSI_SMART = 0x10;
    /** All of them. */
    public static final int ALL = VOLUME_LOAD | VOLUME_UNLOAD | VOLUME_UNLOAD_REQUEST | CAPACITY_CHANGE | SCSI_SMART;

    private BlockEvent() {
    }
}
