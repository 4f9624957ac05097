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
 * The answer to {@link PtRedirectAllocate}.
 *
 * <p>Source: I2O 1.5 addendum B; SIG peer header.
 *
 * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
 * @param detailedStatus a value of {@link PeerStatus}
 * @param bufferFlags bits of {@link PeerCodes.BufferFlags}
 * @param addressLow lower half of its bus address
 * @param addressHigh upper half of its bus address
 * @param handle by which the buffer is named
 * @param size bytes that it has
 */
public record PtRedirectAllocateReply(
    int requestStatus, int detailedStatus, int bufferFlags, int addressLow, int addressHigh, int handle, int size)
    implements Reply {
    /** Bits of {@link PeerCodes.BufferFlags}. */
    public static final Field BUFFER_FLAGS = Field.u32("bufferFlags", 20);
    /** Lower half of its bus address. */
    public static final Field ADDRESS_LOW = Field.u32("addressLow", 24);
    /** Upper half of its bus address. */
    public static final Field ADDRESS_HIGH = Field.u32("addressHigh", 28);
    /** By which the buffer is named. */
    public static final Field HANDLE = Field.u32("handle", 32);
    /** Bytes that it has. */
    public static final Field SIZE = Field.u32("size", 36);
    /** Entry of the catalogue. */
    public static final MessageKind<PtRedirectAllocateReply> KIND = MessageKind.reply(
        Layout.of("PciPtRedirectAllocateReply", 40, SingleReply.DETAILED_STATUS, SingleReply.REQUEST_STATUS, BUFFER_FLAGS,
            ADDRESS_LOW, ADDRESS_HIGH, HANDLE, SIZE),
        DeviceClass.PEER_TRANSPORT, Function.PT_REDIRECT_ALLOCATE, PtRedirectAllocateReply::parse);

    /**
     * Reads the reply.
     *
     * @param frame a checked frame, a reply with this function
     * @return its values
     */
    public static PtRedirectAllocateReply parse(MessageFrame frame) {
        return new PtRedirectAllocateReply(SingleReply.REQUEST_STATUS.get(frame), SingleReply.DETAILED_STATUS.get(frame),
            BUFFER_FLAGS.get(frame), ADDRESS_LOW.get(frame), ADDRESS_HIGH.get(frame), HANDLE.get(frame), SIZE.get(frame));
    }

    @Override
    public MessageKind<PtRedirectAllocateReply> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        KIND.beginReply(request, reply, sizeWords(), MessageFlags.FINAL_REPLY, 0);
        SingleReply.DETAILED_STATUS.set(reply, detailedStatus);
        SingleReply.REQUEST_STATUS.set(reply, requestStatus);
        BUFFER_FLAGS.set(reply, bufferFlags);
        ADDRESS_LOW.set(reply, addressLow);
        ADDRESS_HIGH.set(reply, addressHigh);
        HANDLE.set(reply, handle);
        SIZE.set(reply, size);
    }
}
