package dev.spine.extension.host.kernel;

import dev.spine.extension.runtime.HostedRuntime;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.Tid;
import java.lang.foreign.Arena;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answers that messages to one IOP wait for. A message driver finds replies by the InitiatorContext, the runtime by its own: each
 * message that is in flight has a place here, which changes the one for the other. Preallocated; belongs to the host's agent.
 */
final class AnswerPool {
    /** The most messages to one IOP that are not answered. */
    static final int PLACES = 128;
    /** How long an answer may take: a receiver that is slow is not one that is gone, and a reset of the IOP ends all. */
    private static final long ANSWER_TIME_NS = 3_600_000_000_000L;

    private final HostedRuntime runtime;
    private final IopDriver iop;
    private final @Nullable Place[] free = new Place[PLACES];
    private final MessageFrame lost;
    private final MessageFrame failure;
    private int freeCount;

    AnswerPool(HostedRuntime runtime, IopDriver iop) {
        this.runtime = runtime;
        this.iop = iop;
        for (int i = 0; i < PLACES; i++) {
            free[freeCount++] = new Place();
        }
        this.lost = frameOf(iop.replyFrameBytes());
        this.failure = frameOf(iop.replyFrameBytes());
    }

    private static MessageFrame frameOf(int bytes) {
        MessageFrame frame = new MessageFrame();
        frame.wrap(Arena.ofAuto().allocate(bytes, 64), 0, bytes);
        return frame;
    }

    IopDriver iop() {
        return iop;
    }

    int freePlaces() {
        return freeCount;
    }

    /** One message under way. */
    final class Place implements ReplyHandler {
        private @Nullable OutgoingRequest request;
        private int cookie;
        private int control;
        private int function;
        private int target;

        /** {@return a writer over the message's frame} */
        MessageFrame frame() {
            return Objects.requireNonNull(request, "the place is open").frame();
        }

        /** Sends the message under the driver's context, and keeps the runtime's. */
        void post() {
            OutgoingRequest opened = Objects.requireNonNull(request, "the place is open");
            request = null;
            MessageFrame frame = opened.frame();
            cookie = frame.initiatorContext();
            control = frame.transactionContext();
            function = frame.function();
            target = frame.target();
            frame.contexts(opened.context(), control);
            opened.post(ANSWER_TIME_NS);
        }

        void cancel() {
            Objects.requireNonNull(request, "the place is open").cancel();
            request = null;
            putBack(this);
        }

        @Override
        public void onReply(MessageFrame reply) {
            boolean last = (reply.flags() & MessageFlags.LAST) != 0;
            reply.contexts(cookie, control);
            if (last) {
                putBack(this);
            }
            runtime.onReply(reply);
        }

        @Override
        public void onFailure(RequestFailure why) {
            putBack(this);
            if (function == Function.SMALL_MESSAGE) {
                lost.header(RuntimeProtocol.SMALL_WORDS, 0, 0, Function.SMALL_MESSAGE, Tid.HOST, target);
                lost.contexts(cookie, control);
                Replies.transactionError(lost, failure, DetailedStatus.DEVICE_NOT_AVAILABLE, 0);
                runtime.onReply(failure);
            }
            // Who asks a display waits for a second and no longer.
        }
    }

    private void putBack(Place place) {
        free[freeCount++] = place;
    }

    /** {@return a place with an open request, or null when the IOP has no free frame, or too many messages wait for answers} */
    @Nullable Place open(int tid) {
        int words = Math.min(RuntimeProtocol.GRANTED_WORDS, iop.frameBytes() / Integer.BYTES);
        Place place = freeCount == 0 ? null : free[freeCount - 1];
        OutgoingRequest request = place == null ? null : iop.open(tid, Function.SMALL_MESSAGE, words, 0, place);
        if (place == null || request == null) {
            return null;
        }
        freeCount--;
        place.request = request;
        return place;
    }
}
