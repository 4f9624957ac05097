package dev.spine.i2o;

/**
 * Writes the replies that every target can give.
 *
 * <p>A reply repeats target, initiator, function and both contexts of its request <b>unchanged</b>: target and initiator are not swapped.
 * All drivers depend on that. Each method reads what it needs from the request before it writes, so the two views may share one slot.
 *
 * <p>The caller has pointed {@code reply} at a slot that holds the reply: 16 words always suffice. Nothing is allocated. Thread: the owner
 * of both views.
 *
 * <p>Sources: I2O 1.5 reply formats; SIG headers; the reply addressing rule as Linux, OpenSolaris and NetBSD read it.
 */
public final class Replies {
    /** Words of an ordinary reply without payload. */
    public static final int SINGLE_WORDS = 5;
    /** Words of a transaction-error reply. */
    public static final int TRANSACTION_ERROR_WORDS = 7;
    /** Words of a transport-failure reply, the upper half of the preserved MFA included. */
    public static final int TRANSPORT_FAILURE_WORDS = 9;
    /** Word index of the preserved MFA in a transport-failure reply. */
    public static final int PRESERVED_MFA_WORD = 7;

    private Replies() {
    }

    /**
     * Writes the header of any reply: all that the request determines.
     *
     * @param reply where the reply goes
     * @param sizeWords size of the reply, from 5 words
     * @param flags {@link MessageFlags#FINAL_REPLY}, or {@link MessageFlags#REPLY} alone when more replies follow
     * @param listOffsetWords word index of a transaction reply list, 0 for none
     */
    public static void begin(MessageFrame request, MessageFrame reply, int sizeWords, int flags, int listOffsetWords) {
        int function = request.function();
        int initiator = request.initiator();
        int target = request.target();
        int initiatorContext = request.initiatorContext();
        int transactionContext = request.transactionContext();
        reply.header(sizeWords, flags, listOffsetWords, function, initiator, target);
        reply.contexts(initiatorContext, transactionContext);
    }

    /**
     * Writes a final reply without payload.
     *
     * @param reply where the reply goes
     * @param requestStatus a value of {@link RequestStatus}
     * @param detailedStatus a value of {@link DetailedStatus} or of the class
     */
    public static void single(MessageFrame request, MessageFrame reply, int requestStatus, int detailedStatus) {
        singleWithRoom(request, reply, requestStatus, detailedStatus, 0);
    }

    /**
     * Writes a final reply with one word of payload.
     *
     * @param reply where the reply goes
     * @param requestStatus a value of {@link RequestStatus}
     * @param detailedStatus a value of {@link DetailedStatus} or of the class
     * @param payload word 5
     */
    public static void single(MessageFrame request, MessageFrame reply, int requestStatus, int detailedStatus, int payload) {
        singleWithRoom(request, reply, requestStatus, detailedStatus, 1);
        reply.setWord(SINGLE_WORDS, payload);
    }

    /**
     * Writes a final reply with two words of payload.
     *
     * @param reply where the reply goes
     * @param requestStatus a value of {@link RequestStatus}
     * @param detailedStatus a value of {@link DetailedStatus} or of the class
     * @param payload0 word 5
     * @param payload1 word 6
     */
    public static void single(MessageFrame request, MessageFrame reply, int requestStatus, int detailedStatus, int payload0, int payload1) {
        singleWithRoom(request, reply, requestStatus, detailedStatus, 2);
        reply.setWord(SINGLE_WORDS, payload0);
        reply.setWord(SINGLE_WORDS + 1, payload1);
    }

    /**
     * Writes a final reply whose payload the caller fills in afterwards, from word 5.
     *
     * @param reply where the reply goes; it must have room for 5 words and the payload
     * @param requestStatus a value of {@link RequestStatus}
     * @param detailedStatus a value of {@link DetailedStatus} or of the class
     * @param payloadWords words of payload; their contents are undefined until written
     */
    public static void singleWithRoom(MessageFrame request, MessageFrame reply, int requestStatus, int detailedStatus, int payloadWords) {
        begin(request, reply, SINGLE_WORDS + payloadWords, MessageFlags.FINAL_REPLY, 0);
        reply.setWord(MessageFrame.STATUS_WORD, requestStatus << 24 | detailedStatus & 0xFFFF);
    }

    /**
     * Writes a transaction error: the target received the frame but refuses the transaction as a whole.
     *
     * <pre>
     *  w4  | 0x0B [31:24] | 0 | detailed status [15:0] |
     *  w5  |               error offset                |
     *  w6  |       0                 | bit offset [7:0]|
     * </pre>
     *
     * @param reply where the reply goes, 7 words
     * @param detailedStatus a value of {@link DetailedStatus}
     * @param errorByteOffset byte offset of the offending field in the request; 0 if no field is to blame
     */
    public static void transactionError(MessageFrame request, MessageFrame reply, int detailedStatus, int errorByteOffset) {
        singleWithRoom(request, reply, RequestStatus.TRANSACTION_ERROR, detailedStatus, TRANSACTION_ERROR_WORDS - SINGLE_WORDS);
        reply.setWord(5, errorByteOffset);
        reply.setWord(6, 0);
    }

    /**
     * Writes a transport failure: the request was not delivered, and its frame is preserved until the initiator returns it.
     *
     * <pre>
     *  w3  |  0: the initiator finds its context in the preserved frame      |
     *  w4  | failure code | severity | highest version | lowest version      |
     *  w5  | host unit [31:16]       | 0       | failing IOP [11:0]          |
     *  w6  |  age limit, 0                                                   |
     *  w7  |  preserved MFA, lower half                                      |
     *  w8  |  preserved MFA, upper half, 0                                   |
     * </pre>
     *
     * @param request the request; it may be malformed, only its first three words are used
     * @param reply where the reply goes, 9 words
     * @param failureCode a value of {@link FailureCode}; its severity goes with it
     * @param failingIopId the IOP that could not deliver, 12 bits
     * @param hostUnitId host unit of that IOP, 16 bits
     * @param preservedMfa the frame that the initiator must return, by posting it as a no-operation
     */
    public static void transportFailure(
        MessageFrame request, MessageFrame reply, int failureCode, int failingIopId, int hostUnitId, int preservedMfa) {
        begin(request, reply, TRANSPORT_FAILURE_WORDS, MessageFlags.FAILURE_REPLY, 0);
        reply.contexts(reply.initiatorContext(), 0);
        int version = MessageFrame.VERSION_1_5;
        reply.setWord(4, failureCode << 24 | FailureCode.severity(failureCode) << 16 | version << 8 | version);
        reply.setWord(5, hostUnitId << 16 | failingIopId & 0xFFF);
        reply.setWord(6, 0);
        reply.setWord(PRESERVED_MFA_WORD, preservedMfa);
        reply.setWord(8, 0);
    }
}
