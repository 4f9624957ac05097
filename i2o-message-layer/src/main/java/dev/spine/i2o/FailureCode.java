package dev.spine.i2o;

/**
 * Reasons why a request was not delivered: byte 19 of a transport-failure reply. Any thread.
 *
 * <p>Source: I2O 1.5 transport failure codes; SIG headers. The severity of each code is a rule of this project: the headers name the bits
 * but not which code carries which.
 */
public final class FailureCode {
    /** The service is suspended: the path is quiesced. */
    public static final int SERVICE_SUSPENDED = 0x81;
    /** The service has ended: the peer is gone. */
    public static final int SERVICE_TERMINATED = 0x82;
    /** No frame was to be had in time. */
    public static final int CONGESTION = 0x83;
    /** The transport failed. */
    public static final int FAILURE = 0x84;
    /** The IOP is in a state that forbids the message. */
    public static final int STATE_ERROR = 0x85;
    /** The time is over. */
    public static final int TIMEOUT = 0x86;
    /** There is no way to the target. */
    public static final int ROUTING_FAILURE = 0x87;
    /** The header has a version that is not supported. */
    public static final int INVALID_VERSION = 0x88;
    /** The SGL offset of the header is bad. */
    public static final int INVALID_OFFSET = 0x89;
    /** The message flags are bad. */
    public static final int INVALID_MESSAGE_FLAGS = 0x8A;
    public static final int FRAME_TOO_SMALL = 0x8B;
    public static final int FRAME_TOO_LARGE = 0x8C;
    /** There is no such target. */
    public static final int INVALID_TARGET_ID = 0x8D;
    /** The initiator's TID is bad. */
    public static final int INVALID_INITIATOR_ID = 0x8E;
    /** The initiator's context is bad. */
    public static final int INVALID_INITIATOR_CONTEXT = 0x8F;
    public static final int UNKNOWN = 0xFF;

    private FailureCode() {
    }

    /**
     * The severity that goes with a code in byte 18 of the reply.
     *
     * @param failureCode any value
     * @return one of the constants of {@link Severity}; a code without a severity of its own counts as a path error
     */
    public static int severity(int failureCode) {
        return switch (failureCode) {
            case SERVICE_SUSPENDED, SERVICE_TERMINATED, STATE_ERROR -> Severity.PATH_STATE;
            case CONGESTION -> Severity.CONGESTION;
            case INVALID_VERSION, INVALID_OFFSET, INVALID_MESSAGE_FLAGS, FRAME_TOO_SMALL, FRAME_TOO_LARGE, INVALID_TARGET_ID,
                INVALID_INITIATOR_ID, INVALID_INITIATOR_CONTEXT -> Severity.FORMAT_ERROR;
            default -> Severity.PATH_ERROR;
        };
    }

    /**
     * The name of a failure code, for people.
     *
     * @param failureCode byte 19 of a transport-failure reply, any value
     * @return its name, or the number in hexadecimal
     */
    public static String name(int failureCode) {
        return Names.ALL.name(failureCode);
    }

    /** Severity bits: what kind of thing went wrong, and so whether sending again can help. */
    public static final class Severity {
        /** The frame is malformed; sending it again cannot help. */
        public static final int FORMAT_ERROR = 0x1;
        /** The path to the target failed. */
        public static final int PATH_ERROR = 0x2;
        /** The path is in a state that forbids messages. */
        public static final int PATH_STATE = 0x4;
        /** Too much traffic; sending again later can help. */
        public static final int CONGESTION = 0x8;

        private Severity() {
        }
    }

    /** Looked up on first use. */
    private static final class Names {
        static final CodeNames ALL = CodeNames.of(FailureCode.class);
    }
}
