package dev.spine.peer.block;

import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.param.OperationCode;
import dev.spine.i2o.sgl.SglFlags;
import dev.spine.iop.kernel.MessageRoute;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The question what a disk is: UtilParamsGet of all fields of group 0x0000, with the operation as immediate data, so that the disk need not
 * fetch it.
 *
 * <p>Source: I2O 1.5 parameter access, random block storage class.
 */
final class DeviceInfoQuestion {
    private static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong U64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int ALL_FIELDS = 0xFFFF;
    /** One operation, field get of group 0x0000, all fields. */
    private static final int[] OPERATION = {1, OperationCode.FIELD_GET, ALL_FIELDS};
    private static final int FIXED_WORDS = 5;
    private static final int BLOCK_HEADER = 4;
    private static final int BLOCK_STATUS = 6;
    private static final int BLOCK_SIZE = 12;
    private static final int CAPACITY = 16;

    private DeviceInfoQuestion() {}

    /** Writes the question into a frame of the disk; the answer goes to {@link AnswerSlots#BYTES} bytes at an address. */
    static void write(MessageFrame frame, MessageRoute route, int cookie, int address) {
        frame.header(FIXED_WORDS + 1 + OPERATION.length + 2, 0, FIXED_WORDS, Function.UTIL_PARAMS_GET, route.initiator(), route.target());
        frame.contexts(0, cookie);
        int word = MessageFrame.HEADER_WORDS;
        frame.setWord(word++, 0);
        frame.setWord(word++, (SglFlags.IMMEDIATE | SglFlags.END_OF_BUFFER) << 24 | OPERATION.length * Integer.BYTES);
        for (int value : OPERATION) {
            frame.setWord(word++, value);
        }
        frame.setWord(word++, (SglFlags.SIMPLE | SglFlags.END_OF_BUFFER | SglFlags.LAST) << 24 | AnswerSlots.BYTES);
        frame.setWord(word, address);
    }

    /** Reads what the disk wrote; false when it cannot be true. */
    static boolean read(MemorySegment memory, BlockTarget asked) {
        int words = memory.get(U16, BLOCK_HEADER) & 0xFFFF;
        asked.blockBytes = memory.get(U32, BLOCK_SIZE);
        asked.capacityBytes = memory.get(U64, CAPACITY);
        return memory.get(ValueLayout.JAVA_BYTE, BLOCK_STATUS) == 0 && words * Integer.BYTES >= CAPACITY + Long.BYTES - BLOCK_HEADER
            && Integer.bitCount(asked.blockBytes) == 1 && asked.blockBytes > 0 && asked.capacityBytes >= 0;
    }
}
