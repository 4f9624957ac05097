package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Reads bytes of the medium without moving them anywhere. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param controlFlags bits of {@link TransferFlags}
 * @param timeMultiplier by how much the base timeouts of group 0x0001 are multiplied; 0 counts as 1
 * @param byteCount how many bytes, a multiple of the block size
 * @param logicalByteAddress byte address on the medium, a multiple of the block size
 */
public record MediaVerify(int controlFlags, int timeMultiplier, int byteCount, long logicalByteAddress) implements Request {
    public static final Field CONTROL_FLAGS = Field.u16("ControlFlags", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<MediaVerify> KIND = MessageKind.of(MediaVerify.class, "MediaVerify", 32,
        DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_MEDIA_VERIFY, CONTROL_FLAGS, Field.u8("TimeMultiplier", 18),
        Field.u32("ByteCount", 20), Field.u64("LogicalByteAddress", 24));
}
