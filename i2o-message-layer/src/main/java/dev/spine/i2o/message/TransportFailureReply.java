package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;

/**
 * The reply of the message layer to a request that it could not deliver; the frame has the flag FAIL. Its transaction context means
 * nothing: the initiator reads it from the preserved frame, then returns that frame as a no-operation. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 transport failure; SIG message header, with NetBSD's upper half of the preserved MFA. OpenSolaris and FreeBSD disagree
 * about the unit's place; the SIG's is used.
 *
 * @param failureCode a value of {@link FailureCode}; its severity goes with it
 * @param failingIopId the IOP that could not deliver, 12 bits
 * @param failingHostUnitId host unit of that IOP
 * @param preservedMfa the frame that the initiator must return
 */
public record TransportFailureReply(int failureCode, int failingIopId, int failingHostUnitId, int preservedMfa) implements Reply {
    /** Lowest header version that the sender of the reply takes. */
    public static final Field LOWEST_VERSION = Field.u8("LowestVersion", 16);
    /** Highest header version that the sender of the reply takes. */
    public static final Field HIGHEST_VERSION = Field.u8("HighestVersion", 17);
    /** Severity bits. */
    public static final Field SEVERITY = Field.u8("Severity", 18);
    public static final Field FAILURE_CODE = Field.u8("FailureCode", 19);
    /** The IOP that could not deliver. */
    public static final Field FAILING_IOP_ID = Field.u12("FailingIOP_ID", 20);
    private static final Field FAILING_HOST_UNIT_ID = Field.u16("FailingHostUnitID", 22);
    /** Age limit; its unit is not public, written as 0. */
    public static final Field AGE_LIMIT = Field.u32("AgeLimit", 24);
    /** Lower half of the preserved MFA. */
    public static final Field PRESERVED_MFA = Field.u32("PreservedMFA", 28);
    /** Upper half of the preserved MFA, written as 0. */
    public static final Field PRESERVED_MFA_HIGH = Field.u32("PreservedMFAHigh", 32);
    /** Entry of the catalogue. */
    public static final MessageKind<TransportFailureReply> KIND = MessageKind.reply(
        Layout.of("TransportFailureReply", 36, LOWEST_VERSION, HIGHEST_VERSION, SEVERITY, FAILURE_CODE, FAILING_IOP_ID,
            FAILING_HOST_UNIT_ID, AGE_LIMIT, PRESERVED_MFA, PRESERVED_MFA_HIGH),
        DeviceClass.ANY, MessageKind.ANY_FUNCTION, TransportFailureReply::parse);

    /**
     * Reads the reply.
     *
     * @param frame a checked frame with the flag FAIL
     * @return its values
     */
    public static TransportFailureReply parse(MessageFrame frame) {
        return new TransportFailureReply(
            FAILURE_CODE.get(frame), FAILING_IOP_ID.get(frame), FAILING_HOST_UNIT_ID.get(frame), PRESERVED_MFA.get(frame));
    }

    @Override
    public MessageKind<TransportFailureReply> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        Replies.transportFailure(request, reply, failureCode, failingIopId, failingHostUnitId, preservedMfa);
    }
}
