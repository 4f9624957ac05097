package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;

/**
 * Aborts requests of the initiator at the target. Answered by {@link AbortReply}; the aborted requests are
 * answered by replies of their own.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header.
 *
 * @param abortType a value of {@link AbortType}
 * @param functionToAbort the function of the requests, for the types that go by function
 * @param contextToAbort the transaction context of the requests, for the types that go by context
 */
public record UtilAbort(int abortType, int functionToAbort, int contextToAbort) implements Request {
    /** A value of {@link AbortType}. */
    public static final Field ABORT_TYPE = Field.u8("AbortType", 18);
    private static final Field FUNCTION = Field.u8("FunctionToAbort", 19);
    private static final Field CONTEXT = Field.u32("TransactionContextToAbort", 20);
    /** Entry of the catalogue. */
    public static final MessageKind<UtilAbort> KIND = MessageKind.request(
        Layout.of("UtilAbort", 24, ABORT_TYPE, FUNCTION, CONTEXT),
        DeviceClass.ANY, Function.UTIL_ABORT, UtilAbort::parse);

    private static UtilAbort parse(MessageFrame frame) {
        return new UtilAbort(ABORT_TYPE.get(frame), FUNCTION.get(frame), CONTEXT.get(frame));
    }

    @Override
    public MessageKind<UtilAbort> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        ABORT_TYPE.set(frame, abortType);
        FUNCTION.set(frame, functionToAbort);
        CONTEXT.set(frame, contextToAbort);
    }
}
