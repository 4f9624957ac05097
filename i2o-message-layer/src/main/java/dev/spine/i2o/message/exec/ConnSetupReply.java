package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;

/**
 * The answer of IOP2 to {@link ExecConnSetup}. It has no detailed status: the TIDs stand in its place, the status in the usual one.
 * Immutable; any thread.
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
    public static final Field TARGET = Field.bits("TargetDevice", 16, 11, 0);
    public static final Field INITIATOR = Field.bits("InitiatorDevice", 16, 23, 12);
    public static final Field TARGET_ALIAS = Field.bits("IOP1AliasForTargetDevice", 20, 11, 0);
    public static final Field INITIATOR_ALIAS = Field.bits("IOP2AliasForInitiatorDevice", 20, 23, 12);
    /** Entry of the catalogue. */
    public static final MessageKind<ConnSetupReply> KIND = MessageKind.of(ConnSetupReply.class, "ExecConnSetupReply",
        28, DeviceClass.EXECUTIVE, Function.EXEC_CONN_SETUP, Field.bits("ReplyStatusCode", 16, 31, 24), TARGET,
        INITIATOR, TARGET_ALIAS, INITIATOR_ALIAS, Field.u16("IOP2InboundMFrameSize", 24));
}
