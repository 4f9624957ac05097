package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;
import dev.spine.i2o.message.SingleReply;

/**
 * The answer to {@link ExecStaticMfCreate}.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
 * @param detailedStatus a value of {@link dev.spine.i2o.DetailedStatus}
 * @param staticMfa the static frame, to be posted as it is
 */
public record StaticMfCreateReply(int requestStatus, int detailedStatus, int staticMfa) implements Reply {
    /** The static frame. */
    public static final Field STATIC_MFA = Field.u32("StaticMFA", 20);
    /** Entry of the catalogue. */
    public static final MessageKind<StaticMfCreateReply> KIND = MessageKind.reply(
        Layout.of("ExecStaticMfCreateReply", 24, SingleReply.DETAILED_STATUS, SingleReply.REQUEST_STATUS, STATIC_MFA),
        DeviceClass.EXECUTIVE, Function.EXEC_STATIC_MF_CREATE, StaticMfCreateReply::parse);

    private static StaticMfCreateReply parse(MessageFrame frame) {
        return new StaticMfCreateReply(SingleReply.REQUEST_STATUS.get(frame), SingleReply.DETAILED_STATUS.get(frame),
            STATIC_MFA.get(frame));
    }

    @Override
    public MessageKind<StaticMfCreateReply> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame request, MessageFrame frame) {
        KIND.beginReply(request, frame, sizeWords(), MessageFlags.FINAL_REPLY, 0);
        SingleReply.DETAILED_STATUS.set(frame, detailedStatus);
        SingleReply.REQUEST_STATUS.set(frame, requestStatus);
        STATIC_MFA.set(frame, staticMfa);
    }
}
