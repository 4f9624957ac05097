package dev.spine.i2o.message.scsi;

/**
 * Which part of the detailed status of SCSI peripherals and bus adapters is whose. Any thread.
 *
 * <p>Source: I2O 1.5 SCSI peripheral and bus adapter classes; SIG headers.
 */
public final class ScsiDetailedStatus {
    /** What the device said: a value of {@link ScsiStatus}. */
    public static final int DEVICE_MASK = 0x00FF;
    /** What the adapter said: a value of {@link AdapterStatus}, in the upper byte. */
    public static final int ADAPTER_MASK = 0xFF00;

    private ScsiDetailedStatus() {
    }
}
