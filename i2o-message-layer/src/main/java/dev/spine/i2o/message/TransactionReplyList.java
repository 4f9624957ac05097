package dev.spine.i2o.message;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;

/**
 * The control word that a reply for several transactions has in place of its transaction context. Thread: the owner of the frame.
 *
 * <pre>
 *  w3  | flags [31:24] | 0 | element size [15:8] | count [7:0] |
 *  w4  | request status [31:24] | 0 | detailed status [15:0]   |
 * </pre>
 *
 * <p>Source: I2O 1.5 multiple-transaction reply; SIG message header. That the element size does not count the context is how Linux walks
 * the list.
 */
public final class TransactionReplyList {
    /** Number of elements. */
    public static final Field COUNT = Field.u8("TrlCount", 12);
    /** Words of an element, its context not counted. */
    public static final Field ELEMENT_WORDS = Field.u8("TrlElementSize", 13);
    /** Flags of the list. */
    public static final Field FLAGS = Field.u8("TrlFlags", 15);
    public static final Field DETAILED_STATUS = Field.u16("DetailedStatusCode", 16);
    public static final Field REQUEST_STATUS = Field.u8("ReqStatus", 19);
    /** The part that all such replies share. */
    public static final Layout LAYOUT = Layout.of("TransactionReplyList", 20, COUNT, ELEMENT_WORDS, FLAGS, DETAILED_STATUS, REQUEST_STATUS);

    /** One transaction, or bare contexts. */
    public static final int SINGLE_FIXED = 0x00;
    /** Elements of variable length. */
    public static final int SINGLE_VARIABLE = 0x40;
    /** Several transactions, elements of one length. */
    public static final int MULTIPLE_FIXED = 0x80;
    /** The largest count that the control word can state. */
    public static final int MAX_COUNT = 0xFF;

    private TransactionReplyList() {
    }

    /**
     * The control word.
     *
     * @param flags flags of the list
     * @param elementWords words of an element, its context not counted
     * @param count number of elements
     * @return the word
     */
    public static int control(int flags, int elementWords, int count) {
        return flags << 24 | elementWords << 8 | count;
    }

    /**
     * Writes control word and status over the places of a reply whose header is written.
     *
     * @param reply a frame that the caller holds
     * @param control the control word
     * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
     */
    public static void write(MessageFrame reply, int control, int requestStatus, int detailedStatus) {
        reply.contexts(reply.initiatorContext(), control);
        reply.setWord(MessageFrame.STATUS_WORD, requestStatus << 24 | detailedStatus & 0xFFFF);
    }
}
