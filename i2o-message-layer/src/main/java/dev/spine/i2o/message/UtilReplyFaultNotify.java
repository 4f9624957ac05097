package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;

/**
 * Tells a replier that its reply could not be delivered. Never answered.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header.
 *
 * @param lowestVersion lowest header version that the sender takes
 * @param highestVersion highest header version that the sender takes
 * @param severity severity bits of {@link dev.spine.i2o.FailureCode}
 * @param failureCode a value of {@link dev.spine.i2o.FailureCode}
 * @param failingIopId the IOP that could not deliver
 * @param failingHostUnitId host unit of that IOP
 * @param ageLimit age limit; its unit is not public, 0
 * @param originalMfa the frame of the reply, lower half
 * @param originalMfaHigh the frame of the reply, upper half, 0
 */
public record UtilReplyFaultNotify(
    int lowestVersion, int highestVersion, int severity, int failureCode, int failingIopId,
    int failingHostUnitId, int ageLimit, int originalMfa, int originalMfaHigh)
    implements Request {
    private static final Field LOWEST_VERSION = Field.u8("LowestVersion", 16);
    private static final Field HIGHEST_VERSION = Field.u8("HighestVersion", 17);
    private static final Field SEVERITY = Field.u8("Severity", 18);
    private static final Field FAILURE_CODE = Field.u8("FailureCode", 19);
    private static final Field FAILING_IOP_ID = Field.u12("FailingIOP_ID", 20);
    private static final Field FAILING_HOST_UNIT_ID = Field.u16("FailingHostUnitID", 22);
    private static final Field AGE_LIMIT = Field.u32("AgeLimit", 24);
    private static final Field ORIGINAL_MFA = Field.u32("OriginalMFALowPart", 28);
    private static final Field ORIGINAL_MFA_HIGH = Field.u32("OriginalMFAHighPart", 32);
    /** Entry of the catalogue. */
    public static final MessageKind<UtilReplyFaultNotify> KIND = MessageKind.request(
        Layout.of("UtilReplyFaultNotify", 36, LOWEST_VERSION, HIGHEST_VERSION, SEVERITY, FAILURE_CODE,
            FAILING_IOP_ID, FAILING_HOST_UNIT_ID, AGE_LIMIT, ORIGINAL_MFA, ORIGINAL_MFA_HIGH),
        DeviceClass.ANY, Function.UTIL_REPLY_FAULT_NOTIFY, UtilReplyFaultNotify::parse);

    private static UtilReplyFaultNotify parse(MessageFrame frame) {
        return new UtilReplyFaultNotify(LOWEST_VERSION.get(frame), HIGHEST_VERSION.get(frame), SEVERITY.get(frame),
            FAILURE_CODE.get(frame), FAILING_IOP_ID.get(frame), FAILING_HOST_UNIT_ID.get(frame),
            AGE_LIMIT.get(frame), ORIGINAL_MFA.get(frame), ORIGINAL_MFA_HIGH.get(frame));
    }

    @Override
    public MessageKind<UtilReplyFaultNotify> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        LOWEST_VERSION.set(frame, lowestVersion);
        HIGHEST_VERSION.set(frame, highestVersion);
        SEVERITY.set(frame, severity);
        FAILURE_CODE.set(frame, failureCode);
        FAILING_IOP_ID.set(frame, failingIopId);
        FAILING_HOST_UNIT_ID.set(frame, failingHostUnitId);
        AGE_LIMIT.set(frame, ageLimit);
        ORIGINAL_MFA.set(frame, originalMfa);
        ORIGINAL_MFA_HIGH.set(frame, originalMfaHigh);
    }
}
