package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Opens the message connection between two IOPs: sent by the executive of IOP1 to the executive of IOP2 once the system table names it.
 * Answered by {@link IopConnectReply}. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 peer connections; OpenSolaris executive header (the FreeBSD copy of this frame has a byte too many).
 *
 * @param messengerType messenger type of IOP1, 0 for memory mapped
 * @param inboundFrameWords size of the inbound frames of IOP1, in words
 * @param alias the TID at IOP1 that stands for the executive of IOP2
 * @param iopId IOP1
 * @param hostUnitId host unit of IOP1
 */
public record ExecIopConnect(int messengerType, int inboundFrameWords, int alias, int iopId, int hostUnitId) implements Request {
    public static final Field MESSENGER_TYPE = Field.u8("IOP1MsgerType", 19);
    public static final Field FRAME_WORDS = Field.u16("IOP1InboundMFrameSize", 20);
    public static final Field ALIAS = Field.u12("IOP1AliasForIOP2", 22);
    public static final Field IOP_ID = Field.u12("IOP_ID1", 24);
    public static final Field HOST_UNIT_ID = Field.u16("HostUnitID1", 26);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecIopConnect> KIND = MessageKind.of(ExecIopConnect.class, "ExecIopConnect", 28,
        DeviceClass.EXECUTIVE, Function.EXEC_IOP_CONNECT, MESSENGER_TYPE, FRAME_WORDS, ALIAS, IOP_ID, HOST_UNIT_ID);
}
