package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;
import dev.spine.i2o.message.SingleReply;

/**
 * The answer to {@link ExecStaticMfCreate}. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
 * @param detailedStatus a value of {@link dev.spine.i2o.DetailedStatus}
 * @param staticMfa the static frame, to be posted as it is
 */
public record StaticMfCreateReply(int requestStatus, int detailedStatus, int staticMfa) implements Reply {
    /** Entry of the catalogue. */
    public static final MessageKind<StaticMfCreateReply> KIND = MessageKind.of(StaticMfCreateReply.class,
        "ExecStaticMfCreateReply", 24, DeviceClass.EXECUTIVE, Function.EXEC_STATIC_MF_CREATE,
        SingleReply.REQUEST_STATUS, SingleReply.DETAILED_STATUS, Field.u32("StaticMFA", 20));
}
