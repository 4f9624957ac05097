package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Writes bytes of a buffer to the medium. A list of bit-bucket elements writes zeros without any memory of the host. On the data path
 * {@link BlockTransfer} writes and reads it in place. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param controlFlags bits of {@link TransferFlags}
 * @param timeMultiplier by how much the base timeouts of group 0x0001 are multiplied; 0 counts as 1
 * @param transferByteCount how many bytes, a multiple of the block size
 * @param logicalByteAddress byte address on the medium, a multiple of the block size
 * @param sgl the elements of the list as they stand
 */
public record BlockWrite(int controlFlags, int timeMultiplier, int transferByteCount, long logicalByteAddress,
    List<SglElement> sgl) implements Request {
    public static final Field TRANSFER_BYTE_COUNT = Field.u32("TransferByteCount", 20);
    public static final Field LOGICAL_BYTE_ADDRESS = Field.u64("LogicalByteAddress", 24);
    /** Entry of the catalogue. */
    public static final MessageKind<BlockWrite> KIND = MessageKind.of(BlockWrite.class, "BlockWrite", 32,
        DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_BLOCK_WRITE, Field.u16("ControlFlags", 16),
        Field.u8("TimeMultiplier", 18), TRANSFER_BYTE_COUNT, LOGICAL_BYTE_ADDRESS);

    /** Copies the list. */
    public BlockWrite {
        sgl = List.copyOf(sgl);
    }
}
