package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Reads bytes of the medium into a buffer. On the data path {@link BlockTransfer} writes and reads it in place.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param controlFlags bits of {@link TransferFlags}
 * @param timeMultiplier by how much the base timeouts of group 0x0001 are multiplied; 0 counts as 1
 * @param fetchAhead how much to read ahead, in units of the device; a hint
 * @param transferByteCount how many bytes, a multiple of the block size
 * @param logicalByteAddress byte address on the medium, a multiple of the block size
 * @param sgl the elements of the list as they stand
 */
public record BlockRead(int controlFlags, int timeMultiplier, int fetchAhead, int transferByteCount,
    long logicalByteAddress, List<SglElement> sgl) implements Request {
    private static final Field CONTROL_FLAGS = Field.u16("ControlFlags", 16);
    private static final Field TIME_MULTIPLIER = Field.u8("TimeMultiplier", 18);
    private static final Field FETCH_AHEAD = Field.u8("FetchAhead", 19);
    /** How many bytes, a multiple of the block size. */
    public static final Field TRANSFER_BYTE_COUNT = Field.u32("TransferByteCount", 20);
    /** Byte address on the medium, a multiple of the block size. */
    public static final Field LOGICAL_BYTE_ADDRESS = Field.u64("LogicalByteAddress", 24);
    /** Entry of the catalogue. */
    public static final MessageKind<BlockRead> KIND = MessageKind.request(
        Layout.of("BlockRead", 32, CONTROL_FLAGS, TIME_MULTIPLIER, FETCH_AHEAD, TRANSFER_BYTE_COUNT, LOGICAL_BYTE_ADDRESS),
        DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_BLOCK_READ, BlockRead::parse);

    /** Copies the list. */
    public BlockRead {
        sgl = List.copyOf(sgl);
    }

    private static BlockRead parse(MessageFrame frame) {
        return new BlockRead(
            CONTROL_FLAGS.get(frame), TIME_MULTIPLIER.get(frame), FETCH_AHEAD.get(frame), TRANSFER_BYTE_COUNT.get(frame),
            LOGICAL_BYTE_ADDRESS.getLong(frame), SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<BlockRead> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, KIND.minWords());
        CONTROL_FLAGS.set(frame, controlFlags);
        TIME_MULTIPLIER.set(frame, timeMultiplier);
        FETCH_AHEAD.set(frame, fetchAhead);
        TRANSFER_BYTE_COUNT.set(frame, transferByteCount);
        LOGICAL_BYTE_ADDRESS.setLong(frame, logicalByteAddress);
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }
}
