package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;

/**
 * A report of progress, if the request asked for it ({@link TransferFlags#PROGRESS}): not the last reply.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param detailedStatus a value of {@link StorageStatus}
 * @param retryCount how often the device tried again
 * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
 * @param percentComplete how much is done, 0 to 100
 */
public record BlockProgressReply(int detailedStatus, int retryCount, int requestStatus, int percentComplete) implements Reply {
    private static final Field DETAILED_STATUS_CODE = Field.u16("DetailedStatusCode", 16);
    private static final Field RETRY_COUNT = Field.u8("RetryCount", 18);
    private static final Field REQ_STATUS = Field.u8("ReqStatus", 19);
    private static final Field PERCENT_COMPLETE = Field.u8("PercentComplete", 20);
    /** Entry of the catalogue. */
    public static final MessageKind<BlockProgressReply> KIND = MessageKind.reply(
        Layout.of("BsaProgressReply", 24, DETAILED_STATUS_CODE, RETRY_COUNT, REQ_STATUS, PERCENT_COMPLETE),
        DeviceClass.RANDOM_BLOCK_STORAGE, MessageKind.ANY_FUNCTION, BlockProgressReply::parse);

    private static BlockProgressReply parse(MessageFrame frame) {
        return new BlockProgressReply(
            DETAILED_STATUS_CODE.get(frame), RETRY_COUNT.get(frame), REQ_STATUS.get(frame), PERCENT_COMPLETE.get(frame));
    }

    @Override
    public MessageKind<BlockProgressReply> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        KIND.beginReply(request, reply, sizeWords(), MessageFlags.REPLY, 0);
        DETAILED_STATUS_CODE.set(reply, detailedStatus);
        RETRY_COUNT.set(reply, retryCount);
        REQ_STATUS.set(reply, requestStatus);
        PERCENT_COMPLETE.set(reply, percentComplete);
    }
}
