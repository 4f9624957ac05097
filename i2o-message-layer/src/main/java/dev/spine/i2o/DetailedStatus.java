package dev.spine.i2o;

/**
 * Detailed status codes of executive, DDM and utility messages and of every transaction error: the lower half of word 4 of a reply.
 * Any thread.
 *
 * <p>Classes number their own codes in the same space; those apply with a request status from 0x01 to 0x0A, these apply with
 * {@link RequestStatus#TRANSACTION_ERROR} whatever the class. 0x01 and 0x08 have no meaning.
 *
 * <p>Source: I2O 1.5 status codes; SIG headers; 0x1D to 0x1F from the 2.0 headers.
 */
public final class DetailedStatus {
    public static final int SUCCESS = 0x0000;
    public static final int BAD_KEY = 0x0002;
    /** An error in a TCL script. */
    public static final int TCL_ERROR = 0x0003;
    public static final int REPLY_BUFFER_FULL = 0x0004;
    /** There is no such page. */
    public static final int NO_SUCH_PAGE = 0x0005;
    /** A resource is short for now; trying again may help. */
    public static final int INSUFFICIENT_RESOURCE_SOFT = 0x0006;
    /** A resource is short for good. */
    public static final int INSUFFICIENT_RESOURCE_HARD = 0x0007;
    public static final int CHAIN_BUFFER_TOO_LARGE = 0x0009;
    /** The function is known but not implemented. */
    public static final int UNSUPPORTED_FUNCTION = 0x000A;
    /** The device is locked or claimed by another user. */
    public static final int DEVICE_LOCKED = 0x000B;
    /** The device was reset. */
    public static final int DEVICE_RESET = 0x000C;
    /** The function does not fit the state of the object. */
    public static final int INAPPROPRIATE_FUNCTION = 0x000D;
    /** The initiator's TID is bad. */
    public static final int INVALID_INITIATOR_ADDRESS = 0x000E;
    /** The message flags are bad. */
    public static final int INVALID_MESSAGE_FLAGS = 0x000F;
    /** An offset is bad. */
    public static final int INVALID_OFFSET = 0x0010;
    /** A parameter is bad. */
    public static final int INVALID_PARAMETER = 0x0011;
    /** The request is bad. */
    public static final int INVALID_REQUEST = 0x0012;
    /** The target's TID is bad. */
    public static final int INVALID_TARGET_ADDRESS = 0x0013;
    public static final int MESSAGE_TOO_LARGE = 0x0014;
    public static final int MESSAGE_TOO_SMALL = 0x0015;
    public static final int MISSING_PARAMETER = 0x0016;
    /** The time is over. */
    public static final int TIMEOUT = 0x0017;
    /** Unknown error; also "part of the result did not fit" in parameter replies. */
    public static final int UNKNOWN_ERROR = 0x0018;
    /** The class has no such function. */
    public static final int UNKNOWN_FUNCTION = 0x0019;
    /** The version is not supported. */
    public static final int UNSUPPORTED_VERSION = 0x001A;
    public static final int DEVICE_BUSY = 0x001B;
    public static final int DEVICE_NOT_AVAILABLE = 0x001C;
    /** 2.0: the device is critical to the system. */
    public static final int CRITICAL_DEVICE = 0x001D;
    /** 2.0: the acknowledgement of an event is pending. */
    public static final int EVENT_ACKNOWLEDGE_PENDING = 0x001E;
    /** 2.0: the permanent store failed. */
    public static final int PERMANENT_STORE_ERROR = 0x001F;

    private DetailedStatus() {
    }

    /**
     * The name of a detailed status in the common numbering, for people.
     *
     * @param status the lower half of word 4 of a reply, any value
     * @return its name, or the number in hexadecimal
     */
    public static String name(int status) {
        return Names.ALL.name(status);
    }

    /** Looked up on first use. */
    private static final class Names {
        static final CodeNames ALL = CodeNames.of(DetailedStatus.class);
    }
}
