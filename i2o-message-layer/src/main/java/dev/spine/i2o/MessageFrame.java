package dev.spine.i2o;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Re-pointable view of one message frame.
 *
 * <pre>
 *       31        24 23        16 15         8 7      4 3   2    0
 *      +------------+------------+------------+--------+---+------+
 *  w0  |       size in words     |   flags    | offset | 0 | vers |
 *      +------------+------------+------------+--------+---+------+
 *  w1  |  function  |    initiator TID    |      target TID       |
 *      +------------+---------------------+-----------------------+
 *  w2  |                    initiator context                     |
 *      +----------------------------------------------------------+
 *  w3  |                   transaction context                    |
 *      +----------------------------------------------------------+
 *  w4  |  payload; in an ordinary reply: status [31:24], detailed |
 *      |  status [15:0]                                           |
 *      +----------------------------------------------------------+
 * </pre>
 *
 * <p>The view owns nothing and allocates nothing. It has two uses. A <b>writer</b> points it with {@link #wrap} at a frame that it holds
 * and writes. A <b>reader</b> points it with {@link #tryWrap} at a copy that no peer can change any more; after true, no accessor of a
 * header field can fail until the view is pointed elsewhere or {@link #header} writes another size. Accessors by index ({@link #word},
 * {@link #u16}, {@link #u8}, {@link #setWord}) reach as far as the memory; a reader compares with {@link #sizeWords()} first or takes
 * {@link #wordOrZero}.
 *
 * <p>Reserved bits are written as 0 and ignored when read. Confined to one thread.
 *
 * <p>Source: I2O 1.5 message header; SIG headers.
 */
public final class MessageFrame {
    /** The header version of I2O 1.0, which is read like 1.5. */
    public static final int VERSION_1_0 = 0;
    /** The bits of the first byte that hold the header version. */
    public static final int VERSION_MASK = 0x07;
    /** The bits of the first byte that hold the offset of the scatter-gather or transaction list. */
    public static final int OFFSET_MASK = 0xF0;
    /** The header version of I2O 1.5, which every frame of this project carries. */
    public static final int VERSION_1_5 = 1;
    /** The bytes of a header with 32-bit contexts, and the smallest slot that can hold a frame. */
    public static final int HEADER_BYTES = 16;
    /** The words of a header with 32-bit contexts. */
    public static final int HEADER_WORDS = HEADER_BYTES / Integer.BYTES;
    /** The smallest size that a frame may state: a no-operation without transaction context. */
    public static final int MIN_WORDS = 3;
    /** The largest size that the header can state, in words. */
    public static final int MAX_WORDS = 0xFFFF;
    /** The word of an ordinary reply that carries its status. */
    public static final int STATUS_WORD = 4;

    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort HALF = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    /** One layout for the whole header: the bounds of all four words are checked as one, once per run of accesses. */
    private static final MemoryLayout HEADER = MemoryLayout.structLayout(
        WORD.withName("size"), WORD.withName("address"), WORD.withName("initiatorContext"), WORD.withName("transactionContext"));
    private static final VarHandle SIZE = handle("size");
    private static final VarHandle ADDRESS = handle("address");
    private static final VarHandle INITIATOR_CONTEXT = handle("initiatorContext");
    private static final VarHandle TRANSACTION_CONTEXT = handle("transactionContext");
    /** A first copy of this many bytes holds the size and, for most frames, everything. */
    private static final int FIRST_COPY_BYTES = 64;

    private MemorySegment memory = MemorySegment.NULL;
    private long offset;
    private int slotBytes;

    /** Makes a view that points at nothing; point it before anything else. */
    public MessageFrame() {
    }

    private static VarHandle handle(String field) {
        return HEADER.varHandle(PathElement.groupElement(field)).withInvokeExactBehavior();
    }

    /**
     * Points the view at a slot without looking at its bytes: the writer's way.
     *
     * @param memory the memory that holds the slot
     * @param offset byte offset of the slot in {@code memory}
     * @param slotBytes bytes that the slot has, at least {@link #HEADER_BYTES}
     */
    public void wrap(MemorySegment memory, long offset, int slotBytes) {
        this.memory = memory;
        this.offset = offset;
        this.slotBytes = slotBytes;
    }

    /**
     * Points the view at a frame if its size field is possible: the reader's way. The bytes must be a copy that nobody else writes.
     *
     * @param memory the memory that holds the slot
     * @param offset byte offset of the slot in {@code memory}, chosen by the caller and never by a peer
     * @param slotBytes bytes that the slot has
     * @return true: the size is from {@link #MIN_WORDS} words to the slot, and no header accessor can fail. False: the view still points
     *     where it did before
     */
    public boolean tryWrap(MemorySegment memory, long offset, int slotBytes) {
        if (slotBytes < HEADER_BYTES || !fits((int) SIZE.get(memory, offset) >>> 16, slotBytes)) {
            return false;
        }
        wrap(memory, offset, slotBytes);
        return true;
    }

    /**
     * Copies a frame that a peer may still be writing into this view's slot, then checks the copy. The size is taken from the copy, so a
     * peer that rewrites the frame meanwhile changes at most what the copy says.
     *
     * @param source the memory that holds the frame
     * @param sourceOffset byte offset of the frame in {@code source}, chosen by the caller
     * @param sourceBytes bytes that the source slot has, at least {@link #HEADER_BYTES}
     * @return true: this view holds a checked copy. False: the size is impossible for either slot; the view's slot holds the first bytes
     *     of it
     */
    @Bookkeeping("a private copy")
    public boolean tryCopyFrom(MemorySegment source, long sourceOffset, int sourceBytes) {
        int limitBytes = Math.min(slotBytes, sourceBytes);
        int firstBytes = Math.min(FIRST_COPY_BYTES, limitBytes);
        MemorySegment.copy(source, sourceOffset, memory, offset, firstBytes);
        int words = sizeWords();
        if (!fits(words, limitBytes)) {
            return false;
        }
        int frameBytes = words * Integer.BYTES;
        if (frameBytes > firstBytes) {
            MemorySegment.copy(source, sourceOffset + firstBytes, memory, offset + firstBytes, frameBytes - firstBytes);
        }
        return true;
    }

    /**
     * Copies a checked frame into this view's slot.
     *
     * @param source a view for which {@link #tryWrap} was true, or that its owner has written
     * @return true: copied. False: the frame is larger than this slot, nothing is changed
     */
    public boolean copyFrom(MessageFrame source) {
        int words = source.sizeWords();
        if (!fits(words, slotBytes)) {
            return false;
        }
        MemorySegment.copy(source.memory, source.offset, memory, offset, (long) words * Integer.BYTES);
        return true;
    }

    private static boolean fits(int words, int bytes) {
        return words >= MIN_WORDS && words * Integer.BYTES <= bytes;
    }

    /** {@return the memory that the view points into: the segment given to {@link #wrap}; {@link MemorySegment#NULL} before} */
    public MemorySegment memory() {
        return memory;
    }

    /** {@return where the frame begins: byte offset in {@link #memory()}} */
    public long offset() {
        return offset;
    }

    /** {@return the room that the frame has: bytes} */
    public int slotBytes() {
        return slotBytes;
    }

    /** {@return the size that the frame states: words, 0 to 65535} */
    public int sizeWords() {
        return (int) SIZE.get(memory, offset) >>> 16;
    }

    /** {@return the size that the frame states: bytes} */
    public int sizeBytes() {
        return sizeWords() * Integer.BYTES;
    }

    /** {@return the version of the header: 0 to 7; 0 is 1.0, 1 is 1.5} */
    public int version() {
        return (int) SIZE.get(memory, offset) & 0x7;
    }

    /** {@return where the scatter-gather list of a request or the transaction list of a reply begins: word index, 0 to 15; 0 for none} */
    public int sglOffsetWords() {
        return (int) SIZE.get(memory, offset) >>> 4 & 0xF;
    }

    /** {@return the message flags: bits of {@link MessageFlags}} */
    public int flags() {
        return (int) SIZE.get(memory, offset) >>> 8 & 0xFF;
    }

    /** {@return the receiver of the request, also in a reply: a TID} */
    public int target() {
        return (int) ADDRESS.get(memory, offset) & 0xFFF;
    }

    /** {@return the sender of the request, also in a reply: a TID} */
    public int initiator() {
        return (int) ADDRESS.get(memory, offset) >>> 12 & 0xFFF;
    }

    /** {@return the function code: 0 to 255, see {@link Function}} */
    public int function() {
        return (int) ADDRESS.get(memory, offset) >>> 24;
    }

    /** {@return the sender's cookie for its handler, returned unchanged: any value} */
    public int initiatorContext() {
        return (int) INITIATOR_CONTEXT.get(memory, offset);
    }

    /**
     * The sender's cookie for the transaction, returned unchanged; has another meaning in some classes. A frame of three words has none:
     * the value is then whatever the slot holds.
     *
     * @return any value
     */
    public int transactionContext() {
        return (int) TRANSACTION_CONTEXT.get(memory, offset);
    }

    /**
     * One word of the frame.
     *
     * @param index word index, 0 being the first word of the header
     * @return its value
     * @throws IndexOutOfBoundsException the word lies outside the memory: the caller did not compare with the size
     */
    public int word(int index) {
        return memory.get(WORD, offset + (long) index * Integer.BYTES);
    }

    /**
     * One word of the frame, or 0 where the sender left it out.
     *
     * @param index word index, not negative
     * @return its value; 0 from {@link #sizeWords()} on
     */
    public int wordOrZero(int index) {
        return index < sizeWords() ? word(index) : 0;
    }

    /**
     * Writes one word.
     *
     * @param index word index
     * @throws IndexOutOfBoundsException the word lies outside the memory
     */
    public void setWord(int index, int value) {
        memory.set(WORD, offset + (long) index * Integer.BYTES, value);
    }

    /**
     * Sixteen bits of the frame.
     *
     * @param byteOffset byte offset in the frame
     * @return 0 to 65535
     * @throws IndexOutOfBoundsException they lie outside the memory
     */
    public int u16(int byteOffset) {
        return memory.get(HALF, offset + byteOffset) & 0xFFFF;
    }

    /**
     * One byte of the frame.
     *
     * @param byteOffset byte offset in the frame
     * @return 0 to 255
     * @throws IndexOutOfBoundsException it lies outside the memory
     */
    public int u8(int byteOffset) {
        return memory.get(ValueLayout.JAVA_BYTE, offset + byteOffset) & 0xFF;
    }

    /**
     * Writes the first two words, each in one store, in version 1.5.
     *
     * @param sizeWords size of the frame, {@link #MIN_WORDS} to {@link #MAX_WORDS} and not above the slot
     * @param flags bits of {@link MessageFlags}
     * @param sglOffsetWords word index of the scatter-gather or transaction list, 0 to 15; 0 for none
     * @param function function code, 0 to 255
     * @param initiator TID of the sender
     * @param target TID of the receiver
     */
    public void header(int sizeWords, int flags, int sglOffsetWords, int function, int initiator, int target) {
        SIZE.set(memory, offset, sizeWords << 16 | flags << 8 | sglOffsetWords << 4 | VERSION_1_5);
        ADDRESS.set(memory, offset, function << 24 | initiator << 12 | target);
    }

    /**
     * Changes the size and keeps the rest of the first word: for a writer that learns the size at the end.
     *
     * @param sizeWords size of the frame, {@link #MIN_WORDS} to {@link #MAX_WORDS} and not above the slot
     */
    public void resize(int sizeWords) {
        SIZE.set(memory, offset, sizeWords << 16 | (int) SIZE.get(memory, offset) & 0xFFFF);
    }

    /**
     * Writes both contexts.
     *
     * @param initiatorContext the sender's cookie for its handler
     * @param transactionContext the sender's cookie for the transaction
     */
    public void contexts(int initiatorContext, int transactionContext) {
        INITIATOR_CONTEXT.set(memory, offset, initiatorContext);
        TRANSACTION_CONTEXT.set(memory, offset, transactionContext);
    }

    /** {@return whether the frame is a reply; true if {@link MessageFlags#REPLY} is set} */
    public boolean isReply() {
        return (flags() & MessageFlags.REPLY) != 0;
    }

    /**
     * Whether the frame says that a request was not delivered. Then status and transaction context have no meaning.
     *
     * @return true if {@link MessageFlags#FAIL} is set
     */
    public boolean isFail() {
        return (flags() & MessageFlags.FAIL) != 0;
    }

    /**
     * The status of an ordinary reply; in a transport failure the failure code stands in its place.
     *
     * @return a value of {@link RequestStatus}; 0 if the frame ends before it
     */
    public int requestStatus() {
        return wordOrZero(STATUS_WORD) >>> 24;
    }

    /**
     * The detailed status of an ordinary reply.
     *
     * @return a value of {@link DetailedStatus} or of the class; 0 if the frame ends before it
     */
    public int detailedStatus() {
        return wordOrZero(STATUS_WORD) & 0xFFFF;
    }

    /** Every header field of whatever bytes are there; never fails, also on a view that points at nothing. */
    @Override
    public String toString() {
        if (slotBytes < HEADER_BYTES || offset < 0 || offset > memory.byteSize() - HEADER_BYTES) {
            return "MessageFrame[points at no frame]";
        }
        StringBuilder text = new StringBuilder(160)
            .append(Function.name(function()))
            .append(" size=").append(sizeWords())
            .append(" flags=").append(MessageFlags.describe(flags()))
            .append(" offset=").append(sglOffsetWords())
            .append(" version=").append(version())
            .append(" initiator=0x").append(Integer.toHexString(initiator()))
            .append(" target=0x").append(Integer.toHexString(target()))
            .append(" contexts=0x").append(Integer.toHexString(initiatorContext()))
            .append(",0x").append(Integer.toHexString(transactionContext()));
        if (isReply() && sizeWords() > STATUS_WORD && fits(sizeWords(), slotBytes)
            && offset + HEADER_BYTES + Integer.BYTES <= memory.byteSize()) {
            text.append(isFail() ? " failure=" + FailureCode.name(requestStatus()) : " status=" + RequestStatus.name(requestStatus()))
                .append(isFail() ? "" : " detail=0x" + Integer.toHexString(detailedStatus()));
        }
        return text.toString();
    }
}
