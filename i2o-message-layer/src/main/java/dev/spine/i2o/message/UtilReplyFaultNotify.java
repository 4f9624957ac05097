package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;

/**
 * Tells a replier that its reply could not be delivered. Never answered. Immutable; any thread.
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
    /** Entry of the catalogue. */
    public static final MessageKind<UtilReplyFaultNotify> KIND = MessageKind.of(UtilReplyFaultNotify.class,
        "UtilReplyFaultNotify", 36, DeviceClass.ANY, Function.UTIL_REPLY_FAULT_NOTIFY, Field.u8("LowestVersion", 16),
        Field.u8("HighestVersion", 17), Field.u8("Severity", 18), Field.u8("FailureCode", 19),
        Field.u12("FailingIOP_ID", 20), Field.u16("FailingHostUnitID", 22), Field.u32("AgeLimit", 24),
        Field.u32("OriginalMFALowPart", 28), Field.u32("OriginalMFAHighPart", 32));
}
