package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;

/**
 * The reply of a request that was aborted.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param detailedStatus a value of {@link StorageStatus}
 * @param retryCount how often the device tried again
 * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
 */
public record BlockAbortReply(int detailedStatus, int retryCount, int requestStatus) implements Reply {
    private static final Field DETAILED_STATUS_CODE = Field.u16("DetailedStatusCode", 16);
    private static final Field RETRY_COUNT = Field.u8("RetryCount", 18);
    private static final Field REQ_STATUS = Field.u8("ReqStatus", 19);
    /** Entry of the catalogue. */
    public static final MessageKind<BlockAbortReply> KIND = MessageKind.reply(
        Layout.of("BsaAbortReply", 20, DETAILED_STATUS_CODE, RETRY_COUNT, REQ_STATUS),
        DeviceClass.RANDOM_BLOCK_STORAGE, MessageKind.ANY_FUNCTION, BlockAbortReply::parse);

    private static BlockAbortReply parse(MessageFrame frame) {
        return new BlockAbortReply(DETAILED_STATUS_CODE.get(frame), RETRY_COUNT.get(frame), REQ_STATUS.get(frame));
    }

    @Override
    public MessageKind<BlockAbortReply> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        KIND.beginReply(request, reply, sizeWords(), MessageFlags.FINAL_REPLY, 0);
        DETAILED_STATUS_CODE.set(reply, detailedStatus);
        RETRY_COUNT.set(reply, retryCount);
        REQ_STATUS.set(reply, requestStatus);
    }
}
