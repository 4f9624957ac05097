package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;

/**
 * The answer of IOP2 to {@link ExecIopConnect}. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 peer connections; OpenSolaris executive header.
 *
 * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
 * @param detailedStatus a value of {@link dev.spine.i2o.DetailedStatus}
 * @param inboundFrameWords size of the inbound frames of IOP2, in words
 * @param alias the TID at IOP2 that stands for the executive of IOP1
 * @param iopId IOP2
 * @param hostUnitId host unit of IOP2
 */
public record IopConnectReply(int requestStatus, int detailedStatus, int inboundFrameWords, int alias, int iopId, int hostUnitId)
    implements Reply {
    public static final Field FRAME_WORDS = Field.u16("IOP2InboundMFrameSize", 20);
    public static final Field ALIAS = Field.u12("IOP2AliasForIOP1", 22);
    public static final Field IOP_ID = Field.u12("IOP_ID2", 24);
    public static final Field HOST_UNIT_ID = Field.u16("HostUnitID2", 26);
    /** Entry of the catalogue. */
    public static final MessageKind<IopConnectReply> KIND = MessageKind.of(IopConnectReply.class, "ExecIopConnectReply",
        28, DeviceClass.EXECUTIVE, Function.EXEC_IOP_CONNECT, Field.u8("ReqStatus", 19),
        Field.u16("DetailedStatusCode", 16), FRAME_WORDS, ALIAS, IOP_ID, HOST_UNIT_ID);
}
