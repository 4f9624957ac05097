package dev.spine.i2o.message.lan;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;
import dev.spine.i2o.message.TransactionReplyList;
import dev.spine.i2o.message.Words;
import java.util.List;

/**
 * The reply to {@link LanPacketSend}: the contexts of packets that were sent, or that failed in the same way. Immutable; any thread.
 *
 * <pre>
 *  w3      control word of a {@link TransactionReplyList}: contexts only, element size 0
 *  w4      request status, detailed status ({@link LanStatus})
 *  w5..    transaction contexts
 * </pre>
 *
 * <p>Drivers take the number of contexts from the count, from the message size, or from the offset: so the frame is sized exactly and the
 * offset is 5. On the data path use {@link #begin}, {@link #add} and {@link #end} to write, {@link #count} and {@link #context} to read:
 * they allocate nothing.
 *
 * <p>Source: I2O 1.5 LAN class; SIG LAN header; Linux 2.4, NetBSD and RedCreek drivers.
 *
 * @param requestStatus a value of {@link RequestStatus}
 * @param detailedStatus a value of {@link LanStatus}
 * @param transactionContexts contexts of the packets, at most 255
 */
public record LanSendReply(int requestStatus, int detailedStatus, List<Integer> transactionContexts) implements Reply {
    /** Word index of the first context. */
    public static final int LIST_WORD = 5;
    /** Entry of the catalogue. */
    public static final MessageKind<LanSendReply> KIND = MessageKind.reply(
        new Layout("LanPacketSendReply", LIST_WORD * Integer.BYTES, TransactionReplyList.LAYOUT.fields()),
        DeviceClass.LAN, Function.LAN_PACKET_SEND, LanSendReply::parse);

    /** Copies the contexts. */
    public LanSendReply {
        transactionContexts = List.copyOf(transactionContexts);
    }

    /**
     * Begins a reply without contexts.
     *
     * @param request the request, or a frame that keeps its header
     * @param reply a frame that the caller holds
     */
    public static void begin(MessageFrame request, MessageFrame reply) {
        Replies.begin(request, reply, LIST_WORD, MessageFlags.REPLY, LIST_WORD);
        reply.contexts(reply.initiatorContext(), 0);
    }

    /**
     * Adds the context of one packet.
     *
     * @param reply a reply that was begun
     * @param transactionContext the packet's context
     * @return false: no room; end this reply and begin another
     */
    public static boolean add(MessageFrame reply, int transactionContext) {
        int words = reply.sizeWords();
        if (words - LIST_WORD == TransactionReplyList.MAX_COUNT || (words + 1) * Integer.BYTES > reply.slotBytes()) {
            return false;
        }
        reply.setWord(words, transactionContext);
        reply.resize(words + 1);
        return true;
    }

    /**
     * Ends a reply: writes count and status.
     *
     * @param reply a reply that was begun
     * @param flags {@link MessageFlags#FINAL_REPLY}, or {@link MessageFlags#REPLY} when packets of the same request are still out
     * @param requestStatus a value of {@link RequestStatus}
     * @param detailedStatus a value of {@link LanStatus}
     */
    public static void end(MessageFrame reply, int flags, int requestStatus, int detailedStatus) {
        int words = reply.sizeWords();
        int count = words - LIST_WORD;
        int form = count == 1 ? TransactionReplyList.SINGLE_FIXED : TransactionReplyList.MULTIPLE_FIXED;
        reply.header(words, flags, LIST_WORD, reply.function(), reply.initiator(), reply.target());
        TransactionReplyList.write(reply, TransactionReplyList.control(form, 0, count), requestStatus, detailedStatus);
    }

    /**
     * How many contexts a reply carries: no more than its size has room for.
     *
     * @param reply a checked frame, a reply with this function
     * @return the count
     */
    public static int count(MessageFrame reply) {
        return Math.clamp(reply.sizeWords() - (long) LIST_WORD, 0, TransactionReplyList.COUNT.get(reply));
    }

    /**
     * One context.
     *
     * @param reply a checked frame, a reply with this function
     * @param index from 0 to before {@link #count}
     * @return the packet's context
     */
    public static int context(MessageFrame reply, int index) {
        return reply.word(LIST_WORD + index);
    }

    private static LanSendReply parse(MessageFrame frame) {
        return new LanSendReply(TransactionReplyList.REQUEST_STATUS.get(frame), TransactionReplyList.DETAILED_STATUS.get(frame),
            Words.read(frame, LIST_WORD, LIST_WORD + count(frame)));
    }

    @Override
    public MessageKind<LanSendReply> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return LIST_WORD + transactionContexts.size();
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        KIND.beginReply(request, reply, sizeWords(), MessageFlags.FINAL_REPLY, LIST_WORD);
        Words.write(reply, LIST_WORD, transactionContexts);
        end(reply, MessageFlags.FINAL_REPLY, requestStatus, detailedStatus);
    }
}
