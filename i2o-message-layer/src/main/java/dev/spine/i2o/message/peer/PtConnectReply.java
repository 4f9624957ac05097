package dev.spine.i2o.message.peer;

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
 * The answer to {@link PtConnect}.
 *
 * <p>Source: I2O 1.5 addendum B; SIG peer header.
 *
 * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
 * @param detailedStatus a value of {@link PeerStatus}
 * @param maxData the most bytes of data in one transfer
 */
public record PtConnectReply(int requestStatus, int detailedStatus, int maxData) implements Reply {
    /** The most bytes of data in one transfer. */
    public static final Field MAX_DATA = Field.u32("MaxData", 20);
    /** Entry of the catalogue. */
    public static final MessageKind<PtConnectReply> KIND = MessageKind.reply(
        Layout.of("PciPtConnectReply", 24, SingleReply.DETAILED_STATUS, SingleReply.REQUEST_STATUS, MAX_DATA),
        DeviceClass.PEER_TRANSPORT, Function.PT_CONNECT, PtConnectReply::parse);

    /**
     * Reads the reply.
     *
     * @param frame a checked frame, a reply with this function
     * @return its values
     */
    public static PtConnectReply parse(MessageFrame frame) {
        return new PtConnectReply(SingleReply.REQUEST_STATUS.get(frame), SingleReply.DETAILED_STATUS.get(frame), MAX_DATA.get(frame));
    }

    @Override
    public MessageKind<PtConnectReply> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        KIND.beginReply(request, reply, sizeWords(), MessageFlags.FINAL_REPLY, 0);
        SingleReply.DETAILED_STATUS.set(reply, detailedStatus);
        SingleReply.REQUEST_STATUS.set(reply, requestStatus);
        MAX_DATA.set(reply, maxData);
    }
}
