package dev.spine.i2o.message.scsi;

import dev.spine.i2o.CodeNames;

/**
 * The status of the bus adapter: the upper half of the detailed status, of both classes. Any thread.
 *
 * <p>Source: I2O 1.5 SCSI peripheral and bus adapter classes; SIG headers.
 */
public final class AdapterStatus {
    public static final int SUCCESS = 0x00;
    public static final int REQUEST_ABORTED = 0x02;
    public static final int UNABLE_TO_ABORT = 0x03;
    public static final int COMPLETE_WITH_ERROR = 0x04;
    public static final int ADAPTER_BUSY = 0x05;
    public static final int REQUEST_INVALID = 0x06;
    public static final int PATH_INVALID = 0x07;
    public static final int DEVICE_NOT_PRESENT = 0x08;
    public static final int UNABLE_TO_TERMINATE = 0x09;
    public static final int SELECTION_TIMEOUT = 0x0A;
    public static final int COMMAND_TIMEOUT = 0x0B;
    public static final int MESSAGE_RECEIVED = 0x0D;
    public static final int BUS_RESET = 0x0E;
    public static final int PARITY_ERROR = 0x0F;
    public static final int AUTOSENSE_FAILED = 0x10;
    public static final int NO_ADAPTER = 0x11;
    public static final int DATA_OVERRUN = 0x12;
    public static final int UNEXPECTED_BUS_FREE = 0x13;
    public static final int SEQUENCE_FAILURE = 0x14;
    public static final int REQUEST_LENGTH_ERROR = 0x15;
    public static final int PROVIDE_FAILURE = 0x16;
    public static final int BUS_DEVICE_RESET_SENT = 0x17;
    public static final int REQUEST_TERMINATED = 0x18;
    public static final int IDE_MESSAGE_SENT = 0x33;
    public static final int RESOURCE_UNAVAILABLE = 0x34;
    public static final int UNACKNOWLEDGED_EVENT = 0x35;
    public static final int HOST_MESSAGE_RECEIVED = 0x36;
    public static final int INVALID_CDB = 0x37;
    public static final int LUN_INVALID = 0x38;
    public static final int SCSI_TID_INVALID = 0x39;
    public static final int FUNCTION_UNAVAILABLE = 0x3A;
    public static final int NO_NEXUS = 0x3B;
    public static final int INITIATOR_ID_INVALID = 0x3C;
    public static final int CDB_RECEIVED = 0x3D;
    public static final int LUN_ALREADY_ENABLED = 0x3E;
    public static final int BUS_BUSY = 0x3F;
    public static final int QUEUE_FROZEN = 0x40;

    private AdapterStatus() {
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
        static final CodeNames ALL = CodeNames.of(AdapterStatus.class);
    }
}
