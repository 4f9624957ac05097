package dev.spine.i2o.message.scsi;

/**
 * The field SCBFlags of {@link ScbExec}. Any thread.
 *
 * <p>Source: I2O 1.5 SCSI peripheral class; SIG headers.
 */
public final class ScbFlags {
    /** Which bits say where data goes. */
    public static final int DIRECTION_MASK = 0xC000;
    public static final int NO_DATA = 0x0000;
    /** Data goes from the device into the buffer. */
    public static final int FROM_DEVICE = 0x4000;
    /** Data goes from the buffer to the device. */
    public static final int TO_DEVICE = 0x8000;
    /** The device may disconnect. */
    public static final int ENABLE_DISCONNECT = 0x2000;
    /** Which bits say how the command is queued. */
    public static final int TAG_MASK = 0x0380;
    /** Without a tag. */
    public static final int TAG_NONE = 0x0000;
    /** With a simple tag: in any order. */
    public static final int TAG_SIMPLE = 0x0080;
    /** At the head of the queue. */
    public static final int TAG_HEAD = 0x0100;
    /** In order of arrival. */
    public static final int TAG_ORDERED = 0x0180;
    /** For an automatic contingent allegiance. */
    public static final int TAG_ACA = 0x0200;
    /** Which bits say where sense data goes. */
    public static final int AUTOSENSE_MASK = 0x0060;
    /** No sense data. */
    public static final int AUTOSENSE_NONE = 0x0000;
    /** Sense data in the reply message. */
    public static final int AUTOSENSE_IN_MESSAGE = 0x0020;
    /** Sense data in the buffer. */
    public static final int AUTOSENSE_IN_BUFFER = 0x0060;

    private ScbFlags() {
    }
}
