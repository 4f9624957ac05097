package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;

/**
 * The answer to {@link UtilAbort}: a count where other replies have their status. Drivers read its top byte as request status, so a count
 * below 2^24 reads as success. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header.
 *
 * @param count requests that were aborted
 */
public record AbortReply(int count) implements Reply {
    /** Entry of the catalogue. */
    public static final MessageKind<AbortReply> KIND = MessageKind.of(AbortReply.class, "UtilAbortReply", 20,
        DeviceClass.ANY, Function.UTIL_ABORT, Field.u32("CountOfAbortedMessages", 16));
}
