package dev.spine.i2o.message.lan;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Gives receive buckets to a LAN device, one buffer each, with the bucket's context in its first element. Buckets come back in
 * {@link LanReceiveReply}. The word of the transaction context holds the count. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 LAN class; SIG LAN header.
 *
 * @param bucketCount number of buckets
 * @param sgl the buckets
 */
public record LanReceivePost(int bucketCount, List<SglElement> sgl) implements Request {
    public static final Field BUCKET_COUNT = Field.u32("BucketCount", 12);
    /** Entry of the catalogue. */
    public static final MessageKind<LanReceivePost> KIND = MessageKind.of(LanReceivePost.class, "LanReceivePost", 16,
        DeviceClass.LAN, Function.LAN_RECEIVE_POST, BUCKET_COUNT);

    /** Copies the list. */
    public LanReceivePost {
        sgl = List.copyOf(sgl);
    }

    /**
     * Writes the header for buckets that an {@link dev.spine.i2o.sgl.SglWriter} then adds from word 4: the data path's way, without a
     * record.
     *
     * @param frame a frame that the caller holds
     * @param initiator TID of the sender
     * @param target TID of the LAN device
     * @param initiatorContext the sender's cookie for its handler
     * @param bucketCount number of buckets that will follow
     */
    public static void begin(MessageFrame frame, int initiator, int target, int initiatorContext, int bucketCount) {
        frame.header(MessageFrame.HEADER_WORDS, 0, MessageFrame.HEADER_WORDS, Function.LAN_RECEIVE_POST, initiator, target);
        frame.contexts(initiatorContext, bucketCount);
    }
}
