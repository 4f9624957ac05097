package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Connects one initiator device on IOP1 with one target device on IOP2. Answered by {@link ConnSetupReply}.
 *
 * <p>Source: I2O 1.5 peer connections; SIG executive header.
 *
 * @param targetDevice TID of the device on IOP2
 * @param initiatorDevice TID of the device on IOP1
 * @param operationFlags 0x01 for a connection in both directions, else 0
 * @param aliasForTarget the TID at IOP1 that stands for the target
 * @param aliasForInitiator the TID at IOP2 that stands for the initiator; IOP2 fills it in its reply
 * @param inboundFrameWords size of the inbound frames of IOP2 in words; IOP2 fills it in its reply
 * @param messageClass class of the messages that will travel, a class identifier word
 */
public record ExecConnSetup(int targetDevice, int initiatorDevice, int operationFlags, int aliasForTarget, int aliasForInitiator,
    int inboundFrameWords, int messageClass) implements Request {
    /** TID of the device on IOP2. */
    public static final Field TARGET = Field.bits("TargetDevice", 16, 11, 0);
    /** TID of the device on IOP1. */
    public static final Field INITIATOR = Field.bits("InitiatorDevice", 16, 23, 12);
    /** 0x01 for a connection in both directions, else 0. */
    public static final Field OPERATION_FLAGS = Field.bits("OperationFlags", 16, 31, 24);
    /** The TID at IOP1 that stands for the target. */
    public static final Field TARGET_ALIAS = Field.bits("IOP1AliasForTargetDevice", 20, 11, 0);
    private static final Field INITIATOR_ALIAS = Field.bits("IOP2AliasForInitiatorDevice", 20, 23, 12);
    private static final Field FRAME_WORDS = Field.u16("IOP2InboundMFrameSize", 24);
    /** Class of the messages that will travel, a class identifier word. */
    public static final Field MESSAGE_CLASS = Field.u32("MessageClass", 28);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecConnSetup> KIND = MessageKind.request(
        Layout.of("ExecConnSetup", 32, TARGET, INITIATOR, OPERATION_FLAGS, TARGET_ALIAS, INITIATOR_ALIAS, FRAME_WORDS, MESSAGE_CLASS),
        DeviceClass.EXECUTIVE, Function.EXEC_CONN_SETUP, ExecConnSetup::parse);

    private static ExecConnSetup parse(MessageFrame frame) {
        return new ExecConnSetup(TARGET.get(frame), INITIATOR.get(frame), OPERATION_FLAGS.get(frame), TARGET_ALIAS.get(frame),
            INITIATOR_ALIAS.get(frame), FRAME_WORDS.get(frame), MESSAGE_CLASS.get(frame));
    }

    @Override
    public MessageKind<ExecConnSetup> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        TARGET.set(frame, targetDevice);
        INITIATOR.set(frame, initiatorDevice);
        OPERATION_FLAGS.set(frame, operationFlags);
        TARGET_ALIAS.set(frame, aliasForTarget);
        INITIATOR_ALIAS.set(frame, aliasForInitiator);
        FRAME_WORDS.set(frame, inboundFrameWords);
        MESSAGE_CLASS.set(frame, messageClass);
    }
}
