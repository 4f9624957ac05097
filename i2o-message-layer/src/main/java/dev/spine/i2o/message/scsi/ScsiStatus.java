package dev.spine.i2o.message.scsi;

import dev.spine.i2o.CodeNames;

/**
 * The status byte of a SCSI device: the lower half of the detailed status. Any thread.
 *
 * <p>Source: I2O 1.5 SCSI peripheral class; SCSI Architecture Model.
 */
public final class ScsiStatus {
    public static final int GOOD = 0x00;
    /** There is sense data. */
    public static final int CHECK_CONDITION = 0x02;
    public static final int BUSY = 0x08;
    /** Another initiator has reserved the device. */
    public static final int RESERVATION_CONFLICT = 0x18;
    /** The command was terminated. */
    public static final int COMMAND_TERMINATED = 0x22;
    /** The queue is full. */
    public static final int TASK_SET_FULL = 0x28;
    /** An automatic contingent allegiance is active. */
    public static final int ACA_ACTIVE = 0x30;

    private ScsiStatus() {
    }

    /**
     * The name of a status, for people.
     *
     * @param status any value
     * @return its name, or the number in hexadecimal
     */
    public static String name(int status) {
        return Names.ALL.name(status);
    }

    /** Looked up on first use. */
    private static final class Names {
        static final CodeNames ALL = CodeNames.of(ScsiStatus.class);
    }
}
