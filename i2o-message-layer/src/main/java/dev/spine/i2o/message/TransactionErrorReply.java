package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;

/**
 * The reply of a target that refuses a transaction as a whole; its request status is {@link RequestStatus#TRANSACTION_ERROR}.
 * Immutable; any thread.
 *
 * <p>Source: I2O 1.5 transaction error; SIG headers. That the offset counts bytes is an interpretation.
 *
 * @param detailedStatus a value of {@link dev.spine.i2o.DetailedStatus}
 * @param errorByteOffset byte offset of the offending field in the request, 0 if none is to blame
 * @param bitOffset bit in that field
 */
public record TransactionErrorReply(int detailedStatus, int errorByteOffset, int bitOffset) implements Reply {
    public static final Field DETAILED_STATUS = Field.u16("DetailedStatusCode", 16);
    /** Request status, always 0x0B. */
    public static final Field REQUEST_STATUS = Field.u8("ReqStatus", 19);
    /** Byte offset of the offending field. */
    public static final Field ERROR_OFFSET = Field.u32("ErrorOffset", 20);
    private static final Field BIT_OFFSET = Field.u8("BitOffset", 24);
    /** Entry of the catalogue. */
    public static final MessageKind<TransactionErrorReply> KIND = MessageKind.reply(
        Layout.of("TransactionErrorReply", 28, DETAILED_STATUS, REQUEST_STATUS, ERROR_OFFSET, BIT_OFFSET),
        DeviceClass.ANY, MessageKind.ANY_FUNCTION, TransactionErrorReply::parse);

    /**
     * Reads the reply.
     *
     * @param frame a checked frame, a reply with that request status
     * @return its values
     */
    public static TransactionErrorReply parse(MessageFrame frame) {
        return new TransactionErrorReply(DETAILED_STATUS.get(frame), ERROR_OFFSET.get(frame), BIT_OFFSET.get(frame));
    }

    @Override
    public MessageKind<TransactionErrorReply> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        Replies.transactionError(request, reply, detailedStatus, errorByteOffset);
        BIT_OFFSET.set(reply, bitOffset);
    }
}
