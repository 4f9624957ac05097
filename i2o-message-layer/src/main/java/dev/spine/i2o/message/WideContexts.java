package dev.spine.i2o.message;

import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import java.util.List;

/**
 * Frames whose contexts have 64 bits: flag {@link MessageFlags#CONTEXT_64_BIT}.
 *
 * <pre>
 *  bytes  0..7    as ever
 *         8..15   initiator context
 *        16..23   transaction context; in a transaction reply list control word and padding; in LAN requests control word and padding
 *        24..     payload of a request; in a reply status word at 24, payload from 28
 *                 private message: function and organization at 24, padding at 28, payload from 32
 * </pre>
 *
 * <p>A record of this package reads and writes frames with contexts of 32 bits. {@link #narrow} makes such a frame of a wide one,
 * {@link #widen} the other way; all but the upper halves of the contexts is the same in both. A scatter-gather list keeps its words: its
 * buffer contexts have 64 bits in a wide frame, which {@link dev.spine.i2o.sgl.SglReader} sees by the flag of the frame that it is pointed
 * at, so read lists from the wide frame.
 *
 * <p>No public driver uses wide contexts, and the simulated IOPs announce 32 bits only. For traces and tests; nothing is allocated; any
 * thread that owns the frames.
 *
 * <p>Source: SIG message header, compiled for contexts of 64 bits.
 */
public final class WideContexts {
    /** Word index of the transaction context. */
    public static final int TRANSACTION_CONTEXT_WORD = 4;
    /** Words of the header, and the word index of a reply's status. */
    public static final int HEADER_WORDS = 6;
    /** Word index where the payload of a private request begins. */
    public static final int PRIVATE_PAYLOAD_WORD = 8;

    private static final Field INITIATOR_CONTEXT = Field.u64("InitiatorContext", 8);
    private static final Field TRANSACTION_CONTEXT = Field.u64("TransactionContext", 16);
    private static final int SHIFT_WORDS = HEADER_WORDS - MessageFrame.HEADER_WORDS;
    private static final int MAX_OFFSET = 15;
    private static final List<Layout> LAYOUTS = List.of(
        Layout.of("MessageHeader64", 24, INITIATOR_CONTEXT, TRANSACTION_CONTEXT),
        Layout.of("SingleTransactionReply64", 28, INITIATOR_CONTEXT, TRANSACTION_CONTEXT, Field.u16("DetailedStatusCode", 24),
            Field.u8("ReqStatus", 27)),
        Layout.of("TransactionReplyList64", 28, INITIATOR_CONTEXT, Field.u8("TrlCount", 16), Field.u8("TrlElementSize", 17),
            Field.u8("TrlFlags", 19), Field.u32("Padding", 20), Field.u16("DetailedStatusCode", 24), Field.u8("ReqStatus", 27)),
        Layout.of("PrivateMessage64", 32, INITIATOR_CONTEXT, TRANSACTION_CONTEXT, Field.u16("XFunctionCode", 24),
            Field.u16("OrganizationID", 26), Field.u32("Padding", 28)));

    private WideContexts() {
    }

    /** {@return the layouts of wide frames, for tests and the printed specification: an unmodifiable list} */
    public static List<Layout> layouts() {
        return LAYOUTS;
    }

    /**
     * Whether a frame says that its contexts have 64 bits.
     *
     * @param frame a checked frame
     * @return true if the flag is set
     */
    public static boolean isWide(MessageFrame frame) {
        return (frame.flags() & MessageFlags.CONTEXT_64_BIT) != 0;
    }

    /**
     * The initiator context of a wide frame.
     *
     * @param frame a checked frame for which {@link #isWide} is true
     * @return the sender's cookie; words that the frame leaves out count as 0
     */
    public static long initiatorContext(MessageFrame frame) {
        return INITIATOR_CONTEXT.getLong(frame);
    }

    /**
     * The transaction context of a wide frame.
     *
     * @param frame a checked frame for which {@link #isWide} is true
     * @return the sender's cookie; words that the frame leaves out count as 0
     */
    public static long transactionContext(MessageFrame frame) {
        return TRANSACTION_CONTEXT.getLong(frame);
    }

    /**
     * Makes a frame with contexts of 64 bits.
     *
     * @param narrow a checked frame with contexts of 32 bits
     * @param wide a slot; not that of {@code narrow}
     * @param initiatorContext the whole initiator context
     * @param transactionContext the whole transaction context; for messages that use its place otherwise, that word
     * @return false: the slot is too small, or the list would begin beyond word 15; the slot is unchanged
     */
    public static boolean widen(MessageFrame narrow, MessageFrame wide, long initiatorContext, long transactionContext) {
        int shift = shift(narrow);
        int words = Math.max(narrow.sizeWords(), MessageFrame.HEADER_WORDS) + shift;
        int offset = narrow.sglOffsetWords() == 0 ? 0 : narrow.sglOffsetWords() + shift;
        if (offset > MAX_OFFSET || words * Integer.BYTES > wide.slotBytes()) {
            return false;
        }
        wide.header(words, narrow.flags() | MessageFlags.CONTEXT_64_BIT, offset, narrow.function(), narrow.initiator(), narrow.target());
        INITIATOR_CONTEXT.setLong(wide, initiatorContext);
        TRANSACTION_CONTEXT.setLong(wide, transactionContext);
        int next = HEADER_WORDS;
        for (int word = MessageFrame.HEADER_WORDS; word < narrow.sizeWords(); word++) {
            wide.setWord(next++, narrow.word(word));
            if (next == PRIVATE_PAYLOAD_WORD - 1 && isPrivateRequest(narrow)) {
                wide.setWord(next++, 0);
            }
        }
        return true;
    }

    /**
     * Makes a frame with contexts of 32 bits: what the records of this package read.
     *
     * @param wide a checked frame for which {@link #isWide} is true
     * @param narrow a slot; not that of {@code wide}
     * @return false: the slot is too small, or the frame has not even both contexts; the slot is unchanged
     */
    public static boolean narrow(MessageFrame wide, MessageFrame narrow) {
        int shift = shift(wide);
        int words = wide.sizeWords() - shift;
        if (wide.sizeWords() < HEADER_WORDS || words < MessageFrame.HEADER_WORDS || words * Integer.BYTES > narrow.slotBytes()) {
            return false;
        }
        int offset = Math.max(0, wide.sglOffsetWords() - shift);
        int flags = wide.flags() & ~MessageFlags.CONTEXT_64_BIT;
        narrow.header(words, flags, offset, wide.function(), wide.initiator(), wide.target());
        narrow.contexts((int) initiatorContext(wide), (int) transactionContext(wide));
        int next = MessageFrame.HEADER_WORDS;
        for (int word = HEADER_WORDS; word < wide.sizeWords(); word++) {
            if (word != PRIVATE_PAYLOAD_WORD - 1 || !isPrivateRequest(wide)) {
                narrow.setWord(next++, wide.word(word));
            }
        }
        return true;
    }

    /** By how many words the payload lies further behind. */
    private static int shift(MessageFrame frame) {
        return isPrivateRequest(frame) ? SHIFT_WORDS + 1 : SHIFT_WORDS;
    }

    private static boolean isPrivateRequest(MessageFrame frame) {
        return frame.function() == Function.PRIVATE && !frame.isReply();
    }
}
