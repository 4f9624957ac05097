package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;

/**
 * The reply of a request that succeeded: its transfer count is that of the request, as drivers take it for what was done.
 * Immutable; any thread.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param detailedStatus a value of {@link StorageStatus}
 * @param retryCount how often the device tried again
 * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
 * @param transferCount bytes that were transferred
 */
public record BlockReply(int detailedStatus, int retryCount, int requestStatus, int transferCount) implements Reply {
    /** Entry of the catalogue. */
    public static final MessageKind<BlockReply> KIND = MessageKind.of(BlockReply.class, "BsaSuccessReply", 24,
        DeviceClass.RANDOM_BLOCK_STORAGE, MessageKind.ANY_FUNCTION, Field.u16("DetailedStatusCode", 16),
        Field.u8("RetryCount", 18), Field.u8("ReqStatus", 19), Field.u32("TransferCount", 20));
}
