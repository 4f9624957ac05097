package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Connects one initiator device on IOP1 with one target device on IOP2. Answered by {@link ConnSetupReply}. Immutable; any thread.
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
    public static final Field TARGET = Field.bits("TargetDevice", 16, 11, 0);
    public static final Field INITIATOR = Field.bits("InitiatorDevice", 16, 23, 12);
    public static final Field OPERATION_FLAGS = Field.bits("OperationFlags", 16, 31, 24);
    public static final Field TARGET_ALIAS = Field.bits("IOP1AliasForTargetDevice", 20, 11, 0);
    public static final Field MESSAGE_CLASS = Field.u32("MessageClass", 28);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecConnSetup> KIND = MessageKind.of(ExecConnSetup.class, "ExecConnSetup", 32,
        DeviceClass.EXECUTIVE, Function.EXEC_CONN_SETUP, TARGET, INITIATOR, OPERATION_FLAGS, TARGET_ALIAS,
        Field.bits("IOP2AliasForInitiatorDevice", 20, 23, 12), Field.u16("IOP2InboundMFrameSize", 24), MESSAGE_CLASS);
}
