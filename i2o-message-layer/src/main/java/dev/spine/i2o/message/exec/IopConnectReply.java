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
 * The answer of IOP2 to {@link ExecIopConnect}.
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
    /** Detailed status. */
    public static final Field DETAILED_STATUS = Field.u16("DetailedStatusCode", 16);
    /** Request status. */
    public static final Field REQUEST_STATUS = Field.u8("ReqStatus", 19);
    /** Size of the inbound frames of IOP2, in words. */
    public static final Field FRAME_WORDS = Field.u16("IOP2InboundMFrameSize", 20);
    /** The TID at IOP2 that stands for the executive of IOP1. */
    public static final Field ALIAS = Field.u12("IOP2AliasForIOP1", 22);
    /** IOP2. */
    public static final Field IOP_ID = Field.u12("IOP_ID2", 24);
    /** Host unit of IOP2. */
    public static final Field HOST_UNIT_ID = Field.u16("HostUnitID2", 26);
    /** Entry of the catalogue. */
    public static final MessageKind<IopConnectReply> KIND = MessageKind.reply(
        Layout.of("ExecIopConnectReply", 28, DETAILED_STATUS, REQUEST_STATUS, FRAME_WORDS, ALIAS, IOP_ID, HOST_UNIT_ID),
        DeviceClass.EXECUTIVE, Function.EXEC_IOP_CONNECT, IopConnectReply::parse);

    private static IopConnectReply parse(MessageFrame frame) {
        return new IopConnectReply(REQUEST_STATUS.get(frame), DETAILED_STATUS.get(frame), FRAME_WORDS.get(frame), ALIAS.get(frame),
            IOP_ID.get(frame), HOST_UNIT_ID.get(frame));
    }

    @Override
    public MessageKind<IopConnectReply> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        KIND.beginReply(request, reply, sizeWords(), MessageFlags.FINAL_REPLY, 0);
        REQUEST_STATUS.set(reply, requestStatus);
        DETAILED_STATUS.set(reply, detailedStatus);
        FRAME_WORDS.set(reply, inboundFrameWords);
        ALIAS.set(reply, alias);
        IOP_ID.set(reply, iopId);
        HOST_UNIT_ID.set(reply, hostUnitId);
    }
}
