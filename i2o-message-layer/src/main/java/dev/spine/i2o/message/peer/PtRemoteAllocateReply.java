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
 * The answer to {@link PtRemoteAllocate}.
 *
 * <p>Source: I2O 1.5 addendum B; SIG peer header.
 *
 * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
 * @param detailedStatus a value of {@link PeerStatus}
 * @param handle by which the memory is named and freed
 */
public record PtRemoteAllocateReply(int requestStatus, int detailedStatus, int handle) implements Reply {
    /** By which the memory is named and freed. */
    public static final Field HANDLE = Field.u32("handle", 20);
    /** Entry of the catalogue. */
    public static final MessageKind<PtRemoteAllocateReply> KIND = MessageKind.reply(
        Layout.of("PciPtRemoteAllocateReply", 24, SingleReply.DETAILED_STATUS, SingleReply.REQUEST_STATUS, HANDLE),
        DeviceClass.PEER_TRANSPORT, Function.PT_REMOTE_ALLOCATE, PtRemoteAllocateReply::parse);

    /**
     * Reads the reply.
     *
     * @param frame a checked frame, a reply with this function
     * @return its values
     */
    public static PtRemoteAllocateReply parse(MessageFrame frame) {
        return new PtRemoteAllocateReply(SingleReply.REQUEST_STATUS.get(frame), SingleReply.DETAILED_STATUS.get(frame), HANDLE.get(frame));
    }

    @Override
    public MessageKind<PtRemoteAllocateReply> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        KIND.beginReply(request, reply, sizeWords(), MessageFlags.FINAL_REPLY, 0);
        SingleReply.DETAILED_STATUS.set(reply, detailedStatus);
        SingleReply.REQUEST_STATUS.set(reply, requestStatus);
        HANDLE.set(reply, handle);
    }
}
