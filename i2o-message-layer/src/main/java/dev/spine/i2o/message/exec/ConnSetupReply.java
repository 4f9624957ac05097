package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;

/**
 * The answer of IOP2 to {@link ExecConnSetup}. It has no detailed status: the TIDs stand in its place, the status in the usual one.
 *
 * <p>Source: I2O 1.5 peer connections; SIG executive header.
 *
 * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
 * @param targetDevice TID of the device on IOP2
 * @param initiatorDevice TID of the device on IOP1
 * @param aliasForTarget the TID at IOP1 that stands for the target
 * @param aliasForInitiator the TID at IOP2 that stands for the initiator
 * @param inboundFrameWords size of the inbound frames of IOP2, in words
 */
public record ConnSetupReply(
    int requestStatus, int targetDevice, int initiatorDevice, int aliasForTarget, int aliasForInitiator, int inboundFrameWords)
    implements Reply {
    /** TID of the device on IOP2. */
    public static final Field TARGET = Field.bits("TargetDevice", 16, 11, 0);
    /** TID of the device on IOP1. */
    public static final Field INITIATOR = Field.bits("InitiatorDevice", 16, 23, 12);
    /** Request status, in byte 19 as in every reply. */
    public static final Field REPLY_STATUS = Field.bits("ReplyStatusCode", 16, 31, 24);
    /** The TID at IOP1 that stands for the target. */
    public static final Field TARGET_ALIAS = Field.bits("IOP1AliasForTargetDevice", 20, 11, 0);
    /** The TID at IOP2 that stands for the initiator. */
    public static final Field INITIATOR_ALIAS = Field.bits("IOP2AliasForInitiatorDevice", 20, 23, 12);
    private static final Field FRAME_WORDS = Field.u16("IOP2InboundMFrameSize", 24);
    /** Entry of the catalogue. */
    public static final MessageKind<ConnSetupReply> KIND = MessageKind.reply(
        Layout.of("ExecConnSetupReply", 28, TARGET, INITIATOR, REPLY_STATUS, TARGET_ALIAS, INITIATOR_ALIAS, FRAME_WORDS),
        DeviceClass.EXECUTIVE, Function.EXEC_CONN_SETUP, ConnSetupReply::parse);

    private static ConnSetupReply parse(MessageFrame frame) {
        return new ConnSetupReply(REPLY_STATUS.get(frame), TARGET.get(frame), INITIATOR.get(frame), TARGET_ALIAS.get(frame),
            INITIATOR_ALIAS.get(frame), FRAME_WORDS.get(frame));
    }

    @Override
    public MessageKind<ConnSetupReply> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        KIND.beginReply(request, reply, sizeWords(), MessageFlags.FINAL_REPLY, 0);
        TARGET.set(reply, targetDevice);
        INITIATOR.set(reply, initiatorDevice);
        REPLY_STATUS.set(reply, requestStatus);
        TARGET_ALIAS.set(reply, aliasForTarget);
        INITIATOR_ALIAS.set(reply, aliasForInitiator);
        FRAME_WORDS.set(reply, inboundFrameWords);
    }
}
