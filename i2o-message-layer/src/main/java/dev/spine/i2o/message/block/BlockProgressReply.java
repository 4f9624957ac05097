package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;

/**
 * A report of progress, if the request asked for it ({@link TransferFlags#PROGRESS}): not the last reply. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param detailedStatus a value of {@link StorageStatus}
 * @param retryCount how often the device tried again
 * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
 * @param percentComplete how much is done, 0 to 100
 */
public record BlockProgressReply(int detailedStatus, int retryCount, int requestStatus, int percentComplete) implements Reply {
    /** Entry of the catalogue. */
    public static final MessageKind<BlockProgressReply> KIND = MessageKind.of(BlockProgressReply.class,
        "BsaProgressReply", 24, DeviceClass.RANDOM_BLOCK_STORAGE, MessageKind.ANY_FUNCTION,
        Field.u16("DetailedStatusCode", 16), Field.u8("RetryCount", 18), Field.u8("ReqStatus", 19),
        Field.u8("PercentComplete", 20));

    @Override
    public int headerFlags() {
        return MessageFlags.REPLY;
    }
}
