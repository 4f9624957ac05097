package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Writes bytes of a buffer to the medium and reads them back from it. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param controlFlags bits of {@link TransferFlags}
 * @param timeMultiplier by how much the base timeouts of group 0x0001 are multiplied; 0 counts as 1
 * @param transferByteCount how many bytes, a multiple of the block size
 * @param logicalByteAddress byte address on the medium, a multiple of the block size
 * @param sgl the elements of the list as they stand
 */
public record BlockWriteVerify(int controlFlags, int timeMultiplier, int transferByteCount, long logicalByteAddress,
    List<SglElement> sgl) implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<BlockWriteVerify> KIND = MessageKind.of(BlockWriteVerify.class, "BlockWriteVerify",
        32, DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_BLOCK_WRITE_VERIFY, Field.u16("ControlFlags", 16),
        Field.u8("TimeMultiplier", 18), Field.u32("TransferByteCount", 20), Field.u64("LogicalByteAddress", 24));

    /** Copies the list. */
    public BlockWriteVerify {
        sgl = List.copyOf(sgl);
    }
}
