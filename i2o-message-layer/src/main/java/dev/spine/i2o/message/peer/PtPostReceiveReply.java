package dev.spine.i2o.message.peer;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;
import dev.spine.i2o.message.TransactionReplyList;
import java.util.ArrayList;
import java.util.List;

/**
 * One receive buffer of {@code PtPostReceive} comes back: how much of it was filled, piece by piece. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 addendum B; SIG peer header.
 *
 * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
 * @param detailedStatus a value of {@code PeerStatus}
 * @param bufferContext the context that the buffer was posted with
 * @param sizes bytes of each piece, at most 255 pieces
 */
public record PtPostReceiveReply(int requestStatus, int detailedStatus, int bufferContext, List<Integer> sizes) implements Reply {
    private static final Field BUFFER_CONTEXT = Field.u32("bufferContext", 20);
    /** How many sizes follow. */
    public static final Field SIZE_COUNT = Field.u8("sizeCount", 24);
    /** Entry of the catalogue. */
    public static final MessageKind<PtPostReceiveReply> KIND = MessageKind.reply(
        Layout.of("PciPtPostReceiveReply", 32, TransactionReplyList.COUNT, TransactionReplyList.ELEMENT_WORDS, TransactionReplyList.FLAGS,
            TransactionReplyList.DETAILED_STATUS, TransactionReplyList.REQUEST_STATUS, BUFFER_CONTEXT, SIZE_COUNT),
        DeviceClass.PEER_TRANSPORT, Function.PT_POST_RECEIVE, PtPostReceiveReply::parse);
    /** Word index of the list. */
    public static final int LIST_WORD = 5;
    private static final int MAX_SIZES = 0xFF;

    /**
     * Copies the sizes.
     *
     * @throws IllegalArgumentException there are more than 255
     */
    public PtPostReceiveReply {
        sizes = List.copyOf(sizes);
        if (sizes.size() > MAX_SIZES) {
            throw new IllegalArgumentException("a buffer has at most 255 pieces, not " + sizes.size());
        }
    }

    /**
     * Reads the reply.
     *
     * @param frame a checked frame, a reply with this function
     * @return its values; as many sizes as the count says and the frame has
     */
    public static PtPostReceiveReply parse(MessageFrame frame) {
        List<Integer> sizes = new ArrayList<>();
        int end = Math.min(frame.sizeWords(), KIND.minWords() + SIZE_COUNT.get(frame));
        for (int word = KIND.minWords(); word < end; word++) {
            sizes.add(frame.word(word));
        }
        return new PtPostReceiveReply(TransactionReplyList.REQUEST_STATUS.get(frame), TransactionReplyList.DETAILED_STATUS.get(frame),
            BUFFER_CONTEXT.get(frame), sizes);
    }

    @Override
    public MessageKind<PtPostReceiveReply> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + sizes.size();
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        KIND.beginReply(request, reply, sizeWords(), MessageFlags.FINAL_REPLY, LIST_WORD);
        reply.setWord(MessageFrame.HEADER_WORDS - 1, 0);
        TransactionReplyList.COUNT.set(reply, 1);
        TransactionReplyList.FLAGS.set(reply, TransactionReplyList.SINGLE_VARIABLE);
        TransactionReplyList.DETAILED_STATUS.set(reply, detailedStatus);
        TransactionReplyList.REQUEST_STATUS.set(reply, requestStatus);
        BUFFER_CONTEXT.set(reply, bufferContext);
        SIZE_COUNT.set(reply, sizes.size());
        for (int i = 0; i < sizes.size(); i++) {
            reply.setWord(KIND.minWords() + i, sizes.get(i));
        }
    }
}
