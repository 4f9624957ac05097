package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;

/**
 * Aborts requests of the initiator at the target. Answered by {@link AbortReply}; the aborted requests are
 * answered by replies of their own. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header.
 *
 * @param abortType a value of {@link AbortType}
 * @param functionToAbort the function of the requests, for the types that go by function
 * @param contextToAbort the transaction context of the requests, for the types that go by context
 */
public record UtilAbort(int abortType, int functionToAbort, int contextToAbort) implements Request {
    public static final Field ABORT_TYPE = Field.u8("AbortType", 18);
    /** Entry of the catalogue. */
    public static final MessageKind<UtilAbort> KIND = MessageKind.of(UtilAbort.class, "UtilAbort", 24, DeviceClass.ANY,
        Function.UTIL_ABORT, ABORT_TYPE, Field.u8("FunctionToAbort", 19), Field.u32("TransactionContextToAbort", 20));
}
