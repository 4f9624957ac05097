package dev.spine.i2o.param;

import dev.spine.i2o.layout.Octets;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The result list of a ParamsGet or ParamsSet as a value: the initiator's side. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 parameter access; SIG utility header.
 *
 * @param blocks one block for each operation that the target came to
 */
public record ResultList(List<Block> blocks) {
    private static final int HEADER_BYTES = 4;

    /** Copies the blocks. */
    public ResultList {
        blocks = List.copyOf(blocks);
    }

    /**
     * What became of one operation.
     *
     * @param status a value of {@link BlockStatus}
     * @param data the values, or row count, more flag and rows; up to 3 bytes of padding at the end
     * @param errorInformation operation, group, field, additional status and the key to blame; empty on success
     */
    public record Block(int status, Octets data, Octets errorInformation) {
        /** {@return whether the operation was done and its result is whole; false also when the buffer was too small} */
        public boolean isSuccess() {
            return status == BlockStatus.SUCCESS;
        }
    }

    /**
     * Reads a list as far as it goes.
     *
     * @param memory where it lies
     * @param offset byte offset of its first byte
     * @param byteCount bytes that the buffer has
     * @return the blocks; one that states an impossible size ends the list
     */
    public static ResultList parse(MemorySegment memory, long offset, int byteCount) {
        List<Block> blocks = new ArrayList<>();
        if (byteCount >= HEADER_BYTES) {
            Octets bytes = Octets.read(memory, offset, byteCount);
            int count = u16(bytes, 0);
            int at = HEADER_BYTES;
            for (int i = 0; i < count && at + HEADER_BYTES <= byteCount; i++) {
                int size = u16(bytes, at) * Integer.BYTES;
                int errorBytes = bytes.at(at + 3) * Integer.BYTES;
                // The padding of the last block may not fit a buffer that was made to measure.
                int end = Math.min(at + size, byteCount);
                int dataBytes = end - at - HEADER_BYTES - errorBytes;
                if (at + size > byteCount + 3 || dataBytes < 0) {
                    break;
                }
                blocks.add(new Block(bytes.at(at + 2), Octets.read(memory, offset + at + HEADER_BYTES, dataBytes),
                    Octets.read(memory, offset + end - errorBytes, errorBytes)));
                at += size;
            }
        }
        return new ResultList(blocks);
    }

    private static int u16(Octets bytes, int at) {
        return bytes.at(at) | bytes.at(at + 1) << Byte.SIZE;
    }
}
