package dev.spine.extension.host.kernel;

import dev.spine.extension.runtime.HostedRuntime;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.iop.bus.BusAgent;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A card whose extensions reach those here as peers. What a message driver gives is in a frame that goes back before anybody reads it, so
 * each message is copied, and is answered by a message of its own. The credit of the card bounds how many there can be; one that keeps to
 * no rules loses what is beyond {@link #MAX}, and nobody else does. Belongs to the host's agent.
 */
final class CardPeer implements ReplyHandler {
    /** As many messages as a card can have unanswered: 8 to each receiver, and 16 operations of each of its extensions. */
    static final int MAX = 24 * 256;

    private static final int AT_ONCE = 64;
    private static final int CONTROL_WORDS = 5;
    private static final int REPLY_BYTES = RuntimeProtocol.SMALL_WORDS * Integer.BYTES;

    private final HostedRuntime runtime;
    private final IopDriver iop;
    private final int tid;
    private final int context;
    private final MessageFrame reply = new MessageFrame();
    private @Nullable CardRequest free;
    private @Nullable CardRequest firstAnswer;
    private @Nullable CardRequest lastAnswer;
    private int made;
    private boolean open = true;
    private long lost;
    private long malformed;

    CardPeer(HostedRuntime runtime, IopDriver iop, int tid) {
        this.runtime = runtime;
        this.iop = iop;
        this.tid = tid;
        reply.wrap(Arena.ofAuto().allocate(REPLY_BYTES, Long.BYTES), 0, REPLY_BYTES);
        this.context = iop.standingContext(this);
    }

    IopDriver iop() {
        return iop;
    }

    BusAgent busAgent() {
        return iop.busAgent();
    }

    boolean isOpen() {
        return open;
    }

    /** {@return messages for which there was no room, which a card that keeps to the rules does not send} */
    long lost() {
        return lost;
    }

    /** {@return frames that made no sense} */
    long malformed() {
        return malformed;
    }

    /** Says to the card that this host serves it, or does no more: {@return false when it has no free frame now} */
    private boolean say(int code) {
        OutgoingRequest request = iop.openStanding(tid, Function.PRIVATE, CONTROL_WORDS, 0, context);
        if (request == null) {
            return false;
        }
        request.frame().setWord(4, OrganizationId.SPINE << 16 | code);
        request.post();
        return true;
    }

    /** {@return whether the card was told; otherwise it has no free frame now} */
    boolean begin() {
        return say(RuntimeProtocol.SERVE_CARD);
    }

    /** Nothing of the card is taken or answered any more. */
    void close() {
        if (open) {
            say(RuntimeProtocol.LEAVE_CARD);
            end();
        }
    }

    private void end() {
        open = false;
        iop.release(context);
        firstAnswer = null;
        lastAnswer = null;
        runtime.dropFromGone();
    }

    // --- messages

    @Override
    public void onReply(MessageFrame message) {
        int kind = message.transactionContext() & 0xFF;
        if (message.function() != Function.SMALL_MESSAGE || message.sizeWords() < RuntimeProtocol.TO_HOST_WORDS
            || kind != RuntimeProtocol.KIND_CREDITED && kind != RuntimeProtocol.KIND_GRANTED && kind != RuntimeProtocol.KIND_MEMORY) {
            malformed++;
            return;
        }
        CardRequest request = take();
        if (request == null) {
            lost++;
            return;
        }
        request.load(message);
        runtime.onMessage(request);
    }

    private @Nullable CardRequest take() {
        if (free == null && made < MAX) {
            MemorySegment memory = Arena.ofAuto().allocate((long) AT_ONCE * CardRequest.SLOT_BYTES, Long.SIZE);
            for (int i = 0; i < AT_ONCE; i++) {
                putBack(new CardRequest(this, memory, (long) i * CardRequest.SLOT_BYTES));
            }
            made += AT_ONCE;
        }
        CardRequest taken = free;
        if (taken != null) {
            free = taken.next;
            taken.next = null;
        }
        return taken;
    }

    void putBack(CardRequest request) {
        request.next = free;
        free = request;
    }

    // --- answers

    /** {@return where an answer is written, one at a time} */
    MessageFrame reply() {
        return reply;
    }

    /** The answer to a message is written: it goes now, or behind those that wait for a frame of the card. */
    void answer(CardRequest request) {
        if (!open || firstAnswer == null && post(reply)) {
            putBack(request);
            return;
        }
        request.keep(reply);
        request.next = null;
        CardRequest tail = lastAnswer;
        lastAnswer = request;
        if (tail == null) {
            firstAnswer = request;
        } else {
            tail.next = request;
        }
    }

    private boolean post(MessageFrame answer) {
        OutgoingRequest request = iop.openStanding(tid, Function.SMALL_MESSAGE, RuntimeProtocol.ANSWER_WORDS, 0, context);
        if (request == null) {
            return false;
        }
        MessageFrame frame = request.frame();
        int control = answer.transactionContext();
        frame.setWord(3, control & 0xFF00_0000 | (control & 0xFF) << Byte.SIZE | RuntimeProtocol.KIND_ANSWER);
        for (int i = RuntimeProtocol.FIRST_USER_WORD; i < RuntimeProtocol.SMALL_WORDS; i++) {
            frame.setWord(i, answer.wordOrZero(i));
        }
        frame.setWord(RuntimeProtocol.ANSWER_NOTE_WORD, answer.initiatorContext());
        request.post();
        return true;
    }

    /** Sends answers that wait, as far as the card has frames: {@return how many}. */
    int doWork(int limit) {
        int work = 0;
        for (CardRequest request = firstAnswer; request != null && work < limit && post(request.frame()); request = firstAnswer) {
            firstAnswer = request.next;
            if (firstAnswer == null) {
                lastAnswer = null;
            }
            putBack(request);
            work++;
        }
        return work;
    }

    @Override
    public void onFailure(RequestFailure why) {
        if (why.reason() == RequestFailure.Reason.IOP_RESET && open) {
            // The card has forgotten that it is served: whoever loads its extensions again says so again.
            end();
        }
    }
}
