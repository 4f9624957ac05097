package dev.spine.i2o.message;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import java.util.function.Function;

/**
 * One entry of the catalogue: what a message is called, who understands it, where its fields are, and how to read it.
 * Immutable; any thread.
 *
 * @param layout its name, the bytes of its fixed part and its fields after the header
 * @param deviceClass the class that understands it, {@link dev.spine.i2o.DeviceClass#ANY} for every class
 * @param function its function code; for a reply that fits any request, -1
 * @param role whether it is a request or a reply
 * @param parser makes the record from a checked frame; never fails
 * @param <T> the record
 */
public record MessageKind<T extends Message>(
    Layout layout, int deviceClass, int function, Role role, Function<MessageFrame, T> parser) {

    /** Which way a message goes. */
    public enum Role {
        /** From initiator to target. */
        REQUEST,
        /** From target to initiator. */
        REPLY
    }

    /** The function of a reply that fits any request. */
    public static final int ANY_FUNCTION = -1;

    /**
     * The kind of a typed message, which is read and written by the components of its record.
     *
     * @param type the record
     * @param name its name in the architecture's own spelling
     * @param sizeBytes bytes of its fixed part
     * @param deviceClass the class that understands it
     * @param function its function code; for a reply that fits any request, {@link #ANY_FUNCTION}
     * @param fields where the components lie, in their order; a list behind the fixed part has none
     * @param <T> the record
     * @return the kind
     */
    public static <T extends Record & Message> MessageKind<T> of(
        Class<T> type, String name, int sizeBytes, int deviceClass, int function, Field... fields) {
        return RecordCodec.kind(type, name, sizeBytes, deviceClass, function, fields);
    }

    /**
     * A kind of request.
     *
     * @param layout its name, fixed size and fields
     * @param deviceClass the class that understands it
     * @param function its function code
     * @param parser makes the record from a checked frame
     * @param <T> the record
     * @return the kind
     */
    public static <T extends Request> MessageKind<T> request(
        Layout layout, int deviceClass, int function, Function<MessageFrame, T> parser) {
        return new MessageKind<>(layout, deviceClass, function, Role.REQUEST, parser);
    }

    /**
     * A kind of reply.
     *
     * @param layout its name, fixed size and fields
     * @param deviceClass the class that sends it
     * @param function the function code of the request that it answers, or {@link #ANY_FUNCTION}
     * @param parser makes the record from a checked frame
     * @param <T> the record
     * @return the kind
     */
    public static <T extends Reply> MessageKind<T> reply(
        Layout layout, int deviceClass, int function, Function<MessageFrame, T> parser) {
        return new MessageKind<>(layout, deviceClass, function, Role.REPLY, parser);
    }

    /** {@return the name in the architecture's own spelling: for example {@code UtilClaim}} */
    public String name() {
        return layout.name();
    }

    /** {@return the words of the fixed part: the word index where a list or payload begins; words, the header included} */
    public int minWords() {
        return layout.sizeBytes() / Integer.BYTES;
    }

    /**
     * Whether a frame has all words of the fixed part.
     *
     * @param frame a checked frame
     * @return false: the missing words count as 0; refuse it only where no driver is known to leave them out
     */
    public boolean fits(MessageFrame frame) {
        return frame.sizeWords() >= minWords();
    }

    /**
     * Where the scatter-gather list of a request begins, drivers' habits included: never before the end of the fixed part.
     *
     * @param frame a checked frame of this kind
     * @return a word index; it may lie beyond the frame, then there is no list
     */
    public int sglWord(MessageFrame frame) {
        return Math.max(frame.sglOffsetWords(), minWords());
    }

    /**
     * Makes the record.
     *
     * @param frame a checked frame of this kind
     * @return its values
     */
    public T parse(MessageFrame frame) {
        return parser.apply(frame);
    }

    /**
     * Writes the header of a request and zeros over the rest of its fixed part.
     *
     * @param frame a frame that the caller holds
     * @param header from whom to whom
     * @param sizeWords words of the whole request
     * @param flags bits of {@link dev.spine.i2o.MessageFlags}
     * @param sglWord word index of its list, 0 without one
     * @throws IllegalArgumentException the slot is too small: take a larger frame, or shorten the list
     */
    public void beginRequest(MessageFrame frame, Header header, int sizeWords, int flags, int sglWord) {
        checkRoom(frame, sizeWords);
        frame.header(sizeWords, flags, sglWord, function, header.initiator(), header.target());
        frame.contexts(header.initiatorContext(), header.transactionContext());
        clearFixedPart(frame);
    }

    /**
     * Writes the header of a reply and zeros over the rest of its fixed part.
     *
     * @param request the request that is answered
     * @param reply a frame that the caller holds
     * @param sizeWords words of the whole reply
     * @param flags bits of {@link dev.spine.i2o.MessageFlags}
     * @param listWord word index of its list, 0 without one
     * @throws IllegalArgumentException the slot is too small: take a larger frame, or shorten the list
     */
    public void beginReply(MessageFrame request, MessageFrame reply, int sizeWords, int flags, int listWord) {
        checkRoom(reply, sizeWords);
        Replies.begin(request, reply, sizeWords, flags, listWord);
        clearFixedPart(reply);
    }

    private void clearFixedPart(MessageFrame frame) {
        for (int word = MessageFrame.HEADER_WORDS; word < minWords(); word++) {
            frame.setWord(word, 0);
        }
    }

    private void checkRoom(MessageFrame frame, int sizeWords) {
        if (sizeWords > MessageFrame.MAX_WORDS || sizeWords * Integer.BYTES > frame.slotBytes()) {
            throw new IllegalArgumentException(name() + " takes " + sizeWords + " words, but the slot has " + frame.slotBytes()
                + " bytes; shorten its list or take a larger frame");
        }
    }

    /**
     * The text of a message whose record serves several kinds.
     *
     * @param message a message of this kind
     * @return as a record prints itself, with the name of the kind in the place of the record's
     */
    public String text(T message) {
        return RecordCodec.text(message);
    }

    @Override
    public String toString() {
        return name();
    }
}
