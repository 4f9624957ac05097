package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;

/**
 * The reply of a request that failed.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param detailedStatus a value of {@link StorageStatus}
 * @param retryCount how often the device tried again
 * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
 * @param transferCount bytes that were transferred
 * @param logicalByteAddress address of the byte at which it failed
 */
public record BlockErrorReply(int detailedStatus, int retryCount, int requestStatus, int transferCount,
    long logicalByteAddress) implements Reply {
    private static final Field DETAILED_STATUS_CODE = Field.u16("DetailedStatusCode", 16);
    private static final Field RETRY_COUNT = Field.u8("RetryCount", 18);
    private static final Field REQ_STATUS = Field.u8("ReqStatus", 19);
    private static final Field TRANSFER_COUNT = Field.u32("TransferCount", 20);
    private static final Field LOGICAL_BYTE_ADDRESS = Field.u64("LogicalByteAddress", 24);
    /** Entry of the catalogue. */
    public static final MessageKind<BlockErrorReply> KIND = MessageKind.reply(
        Layout.of("BsaErrorReply", 32, DETAILED_STATUS_CODE, RETRY_COUNT, REQ_STATUS, TRANSFER_COUNT, LOGICAL_BYTE_ADDRESS),
        DeviceClass.RANDOM_BLOCK_STORAGE, MessageKind.ANY_FUNCTION, BlockErrorReply::parse);

    private static BlockErrorReply parse(MessageFrame frame) {
        return new BlockErrorReply(
            DETAILED_STATUS_CODE.get(frame), RETRY_COUNT.get(frame), REQ_STATUS.get(frame), TRANSFER_COUNT.get(frame),
            LOGICAL_BYTE_ADDRESS.getLong(frame));
    }

    @Override
    public MessageKind<BlockErrorReply> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        KIND.beginReply(request, reply, sizeWords(), MessageFlags.FINAL_REPLY, 0);
        DETAILED_STATUS_CODE.set(reply, detailedStatus);
        RETRY_COUNT.set(reply, retryCount);
        REQ_STATUS.set(reply, requestStatus);
        TRANSFER_COUNT.set(reply, transferCount);
        LOGICAL_BYTE_ADDRESS.setLong(reply, logicalByteAddress);
    }
}
