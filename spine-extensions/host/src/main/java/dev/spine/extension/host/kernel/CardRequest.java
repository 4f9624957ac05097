package dev.spine.extension.host.kernel;

import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.kernel.IncomingRequest;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A message of a card's extension that the host answers: a copy of its frame, which the driver has returned already, and later its answer,
 * as long as the card has no frame for it. One object is used for message after message. Belongs to the host's agent.
 */
final class CardRequest implements IncomingRequest {
    /** Bytes of the copy, with room to keep each on cache lines of its own. */
    static final int SLOT_BYTES = 128;

    private final CardPeer from;
    private final MessageFrame copy = new MessageFrame();
    /** The next in the list that this is in: those that wait for a frame of the card, or those that are free. */
    @Nullable CardRequest next;

    CardRequest(CardPeer from, MemorySegment memory, long offset) {
        this.from = from;
        copy.wrap(memory, offset, SLOT_BYTES);
    }

    /** Takes a message out of the driver's frame, as a peer's frame would have it. */
    void load(MessageFrame message) {
        int words = (message.transactionContext() & 0xFF) == RuntimeProtocol.KIND_GRANTED ? RuntimeProtocol.GRANTED_WORDS
            : RuntimeProtocol.SMALL_WORDS;
        copy.header(words, 0, 0, Function.SMALL_MESSAGE, message.target(), Tid.HOST);
        copy.contexts(message.wordOrZero(RuntimeProtocol.NOTE_WORD), message.transactionContext());
        for (int i = RuntimeProtocol.FIRST_USER_WORD; i < words; i++) {
            copy.setWord(i, message.wordOrZero(i));
        }
    }

    /** The message is no longer needed: its answer is here now. */
    void keep(MessageFrame reply) {
        if (!copy.copyFrom(reply)) {
            throw new IllegalStateException("a reply to a message has at most " + RuntimeProtocol.SMALL_WORDS + " words");
        }
    }

    @Override
    public MessageFrame frame() {
        return copy;
    }

    @Override
    public BusAgent sender() {
        return from.busAgent();
    }

    @Override
    public MessageFrame openReply() {
        return from.reply();
    }

    @Override
    public void sendReply() {
        from.answer(this);
    }

    @Override
    public void finish() {
        from.putBack(this);
    }

    @Override
    public boolean isSenderGone() {
        return !from.isOpen();
    }
}
