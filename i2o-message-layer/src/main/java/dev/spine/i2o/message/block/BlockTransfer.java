package dev.spine.i2o.message.block;

import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;

/**
 * Block reads and writes on the data path: read and written in place, nothing is allocated. Thread: the owner of the frame.
 *
 * <pre>
 *  w4  | FetchAhead [31:24] | TimeMultiplier [23:16] | ControlFlags [15:0] |
 *  w5  | TransferByteCount                                                 |
 *  w6  | LogicalByteAddress, lower half                                    |
 *  w7  | LogicalByteAddress, upper half                                    |
 *  w8  ... scatter-gather list
 * </pre>
 *
 * <p>The records {@link BlockRead}, {@link BlockWrite}, {@link BlockWriteVerify}, {@link BlockReply} and {@link BlockErrorReply} are the
 * same messages for people, tests and control.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 */
public final class BlockTransfer {
    /** Words before the list, and the words of {@link MediaVerify}. */
    public static final int FIXED_WORDS = 8;
    /** Words of a request with one buffer of one run. */
    public static final int ONE_RUN_WORDS = 10;
    /** Words of a reply of success. */
    public static final int REPLY_WORDS = 6;
    public static final int ERROR_REPLY_WORDS = 8;

    private static final int CONTROL_WORD = 4;
    private static final int COUNT_WORD = 5;
    private static final int ADDRESS_WORD = 6;

    private BlockTransfer() {
    }

    /**
     * {@return bits of {@link TransferFlags}}
     *
     * @param frame a checked frame of at least {@link #FIXED_WORDS} words
     */
    public static int controlFlags(MessageFrame frame) {
        return frame.word(CONTROL_WORD) & 0xFFFF;
    }

    /**
     * {@return the time multiplier, 0 to 255}
     *
     * @param frame a checked frame of at least {@link #FIXED_WORDS} words
     */
    public static int timeMultiplier(MessageFrame frame) {
        return frame.word(CONTROL_WORD) >>> 16 & 0xFF;
    }

    /**
     * {@return how much to read ahead, 0 to 255}
     *
     * @param frame a checked frame of at least {@link #FIXED_WORDS} words
     */
    public static int fetchAhead(MessageFrame frame) {
        return frame.word(CONTROL_WORD) >>> 24;
    }

    /**
     * {@return how many bytes, 0 to 4294967295}
     *
     * @param frame a checked frame of at least {@link #FIXED_WORDS} words
     */
    public static long byteCount(MessageFrame frame) {
        return Integer.toUnsignedLong(frame.word(COUNT_WORD));
    }

    /**
     * {@return the byte address on the medium; negative values are addresses beyond every medium}
     *
     * @param frame a checked frame of at least {@link #FIXED_WORDS} words
     */
    public static long byteAddress(MessageFrame frame) {
        return Integer.toUnsignedLong(frame.word(ADDRESS_WORD)) | (long) frame.word(ADDRESS_WORD + 1) << 32;
    }

    /**
     * Writes a request up to its list, which a {@link dev.spine.i2o.sgl.SglWriter} then adds from word {@link #FIXED_WORDS}.
     *
     * @param frame a frame that the caller holds
     * @param function {@link Function#BSA_BLOCK_READ}, {@link Function#BSA_BLOCK_WRITE} or {@link Function#BSA_BLOCK_WRITE_VERIFY}
     * @param initiator TID of the sender
     * @param target TID of the device
     * @param initiatorContext the sender's cookie for its handler
     * @param transactionContext the sender's cookie for the request
     * @param control ControlFlags [15:0], TimeMultiplier [23:16], FetchAhead [31:24]
     * @param byteCount how many bytes, a multiple of the block size
     * @param byteAddress byte address on the medium, a multiple of the block size
     */
    public static void begin(MessageFrame frame, int function, int initiator, int target, int initiatorContext, int transactionContext,
        int control, int byteCount, long byteAddress) {
        frame.header(FIXED_WORDS, 0, FIXED_WORDS, function, initiator, target);
        frame.contexts(initiatorContext, transactionContext);
        frame.setWord(CONTROL_WORD, control);
        frame.setWord(COUNT_WORD, byteCount);
        frame.setWord(ADDRESS_WORD, (int) byteAddress);
        frame.setWord(ADDRESS_WORD + 1, (int) (byteAddress >>> 32));
    }

    /**
     * Writes a whole request with one buffer of one run.
     *
     * @param frame a frame that the caller holds, of at least 40 bytes
     * @param function {@link Function#BSA_BLOCK_READ}, {@link Function#BSA_BLOCK_WRITE} or {@link Function#BSA_BLOCK_WRITE_VERIFY}
     * @param initiator TID of the sender
     * @param target TID of the device
     * @param initiatorContext the sender's cookie for its handler
     * @param transactionContext the sender's cookie for the request
     * @param control ControlFlags [15:0], TimeMultiplier [23:16], FetchAhead [31:24]
     * @param byteCount how many bytes, a multiple of the block size, below 16 MiB
     * @param byteAddress byte address on the medium, a multiple of the block size
     * @param bufferAddress bus address of the buffer
     */
    public static void writeOneRun(MessageFrame frame, int function, int initiator, int target, int initiatorContext,
        int transactionContext, int control, int byteCount, long byteAddress, int bufferAddress) {
        begin(frame, function, initiator, target, initiatorContext, transactionContext, control, byteCount, byteAddress);
        frame.resize(ONE_RUN_WORDS);
        int flags = function == Function.BSA_BLOCK_READ ? 0xD0 : 0xD4;
        frame.setWord(FIXED_WORDS, flags << 24 | byteCount);
        frame.setWord(FIXED_WORDS + 1, bufferAddress);
    }

    /**
     * Writes the reply of a request that succeeded.
     *
     * @param reply a frame that the caller holds
     * @param transferCount the request's byte count
     */
    public static void succeed(MessageFrame request, MessageFrame reply, int transferCount) {
        Replies.single(request, reply, RequestStatus.SUCCESS, StorageStatus.SUCCESS, transferCount);
    }

    /**
     * Writes the reply of a request that failed.
     *
     * @param reply a frame that the caller holds
     * @param requestStatus a value of {@link RequestStatus}
     * @param detailedStatus a value of {@link StorageStatus}
     * @param retryCount how often the device tried again, 0 to 255
     * @param transferCount bytes that were transferred
     * @param byteAddress byte address on the medium of the byte at which it failed
     */
    public static void fail(MessageFrame request, MessageFrame reply, int requestStatus, int detailedStatus, int retryCount,
        int transferCount, long byteAddress) {
        Replies.singleWithRoom(request, reply, requestStatus, detailedStatus, ERROR_REPLY_WORDS - Replies.SINGLE_WORDS);
        reply.setWord(MessageFrame.STATUS_WORD, requestStatus << 24 | (retryCount & 0xFF) << 16 | detailedStatus & 0xFFFF);
        reply.setWord(COUNT_WORD, transferCount);
        reply.setWord(ADDRESS_WORD, (int) byteAddress);
        reply.setWord(ADDRESS_WORD + 1, (int) (byteAddress >>> 32));
    }

    /**
     * {@return the transfer count of a reply of this class}
     *
     * @param reply a checked frame; 0 if it has none
     */
    public static int transferCount(MessageFrame reply) {
        return reply.wordOrZero(COUNT_WORD);
    }
}
