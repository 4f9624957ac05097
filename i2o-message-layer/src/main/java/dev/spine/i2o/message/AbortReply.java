package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;

/**
 * The answer to {@link UtilAbort}: a count where other replies have their status. Drivers read its top byte as request status, so a count
 * below 2^24 reads as success.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header.
 *
 * @param count requests that were aborted
 */
public record AbortReply(int count) implements Reply {
    private static final Field COUNT = Field.u32("CountOfAbortedMessages", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<AbortReply> KIND = MessageKind.reply(
        Layout.of("UtilAbortReply", 20, COUNT), DeviceClass.ANY, Function.UTIL_ABORT, AbortReply::parse);

    private static AbortReply parse(MessageFrame frame) {
        return new AbortReply(COUNT.get(frame));
    }

    @Override
    public MessageKind<AbortReply> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame request, MessageFrame frame) {
        KIND.beginReply(request, frame, sizeWords(), MessageFlags.FINAL_REPLY, 0);
        COUNT.set(frame, count);
    }
}
