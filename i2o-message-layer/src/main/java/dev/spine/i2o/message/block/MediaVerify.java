package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Reads bytes of the medium without moving them anywhere.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param controlFlags bits of {@link TransferFlags}
 * @param timeMultiplier by how much the base timeouts of group 0x0001 are multiplied; 0 counts as 1
 * @param byteCount how many bytes, a multiple of the block size
 * @param logicalByteAddress byte address on the medium, a multiple of the block size
 */
public record MediaVerify(int controlFlags, int timeMultiplier, int byteCount, long logicalByteAddress) implements Request {
    /** Bits of {@link TransferFlags}. */
    public static final Field CONTROL_FLAGS = Field.u16("ControlFlags", 16);
    private static final Field TIME_MULTIPLIER = Field.u8("TimeMultiplier", 18);
    private static final Field BYTE_COUNT = Field.u32("ByteCount", 20);
    private static final Field LOGICAL_BYTE_ADDRESS = Field.u64("LogicalByteAddress", 24);
    /** Entry of the catalogue. */
    public static final MessageKind<MediaVerify> KIND = MessageKind.request(
        Layout.of("MediaVerify", 32, CONTROL_FLAGS, TIME_MULTIPLIER, BYTE_COUNT, LOGICAL_BYTE_ADDRESS),
        DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_MEDIA_VERIFY, MediaVerify::parse);

    private static MediaVerify parse(MessageFrame frame) {
        return new MediaVerify(
            CONTROL_FLAGS.get(frame), TIME_MULTIPLIER.get(frame), BYTE_COUNT.get(frame), LOGICAL_BYTE_ADDRESS.getLong(frame));
    }

    @Override
    public MessageKind<MediaVerify> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        CONTROL_FLAGS.set(frame, controlFlags);
        TIME_MULTIPLIER.set(frame, timeMultiplier);
        BYTE_COUNT.set(frame, byteCount);
        LOGICAL_BYTE_ADDRESS.setLong(frame, logicalByteAddress);
    }
}
