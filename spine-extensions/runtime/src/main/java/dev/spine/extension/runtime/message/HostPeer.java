package dev.spine.extension.runtime.message;

import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.kernel.FrameRoute;
import java.lang.foreign.Arena;
import org.jspecify.annotations.Nullable;

/**
 * The runtime on the host as a peer of this card's extensions: the way to it, as long as it has said that it serves the card. A message to
 * it is one to a peer in a frame that the host's driver finds by its context, and its answer is a message that is turned into the reply of
 * a peer here. Belongs to the card's agent.
 */
public final class HostPeer implements FrameRoute {
    private static final int FRAME_BYTES = RuntimeProtocol.TO_HOST_WORDS * Integer.BYTES;

    private final FrameRoute application;
    private final int tid;
    private final MessageFrame answer = new MessageFrame();
    private @Nullable MessageFrame writer;
    private boolean serves;
    private int context;

    /**
     * Nobody there yet.
     *
     * @param application the way to the host
     * @param tid of this card's runtime
     */
    public HostPeer(FrameRoute application, int tid) {
        this.application = application;
        this.tid = tid;
        answer.wrap(Arena.ofAuto().allocate(FRAME_BYTES, Long.BYTES), 0, FRAME_BYTES);
    }

    /** {@return whether an address is the host's} */
    public static boolean isAt(int iopId, int tid) {
        return iopId == RuntimeProtocol.HOST_IOP && tid == Tid.HOST;
    }

    /** {@return whether there is a runtime on the host that serves this card} */
    public boolean serves() {
        return serves;
    }

    /** A runtime on the host serves this card, in the place of who has before. */
    public void begin(int hostContext) {
        serves = true;
        context = hostContext;
    }

    /** {@return whether it was the one of that context, which serves this card no more} */
    public boolean end(int hostContext) {
        boolean ends = serves && context == hostContext;
        serves &= !ends;
        return ends;
    }

    /** The card is reset: whoever has served it says so again. */
    public void reset() {
        serves = false;
        writer = null;
    }

    /** {@return what the host has answered, as the reply of a peer; valid until the next one} */
    public MessageFrame replyOf(MessageFrame message) {
        answer.header(RuntimeProtocol.SMALL_WORDS, MessageFlags.FINAL_REPLY, 0, Function.SMALL_MESSAGE, tid, Tid.HOST);
        answer.contexts(message.wordOrZero(RuntimeProtocol.ANSWER_NOTE_WORD), message.transactionContext() & 0xFF00_0000
            | message.transactionContext() >>> Byte.SIZE & 0xFF);
        for (int i = RuntimeProtocol.FIRST_USER_WORD; i < RuntimeProtocol.SMALL_WORDS; i++) {
            answer.setWord(i, message.wordOrZero(i));
        }
        return answer;
    }

    @Override
    public @Nullable MessageFrame open() {
        MessageFrame frame = serves ? application.open() : null;
        if (frame != null && frame.slotBytes() < FRAME_BYTES) {
            // A host whose reply frames are that short has no place for the note.
            application.cancel();
            frame = null;
        }
        writer = frame;
        return frame;
    }

    @Override
    public void post() {
        MessageFrame frame = writer;
        if (frame == null) {
            throw new IllegalStateException("no frame is open on the way to the host: open before post");
        }
        writer = null;
        int note = frame.initiatorContext();
        int control = frame.transactionContext();
        for (int i = frame.sizeWords(); i < RuntimeProtocol.NOTE_WORD; i++) {
            frame.setWord(i, 0);
        }
        frame.header(RuntimeProtocol.TO_HOST_WORDS, MessageFlags.REPLY, 0, Function.SMALL_MESSAGE, Tid.HOST, tid);
        frame.contexts(context, control);
        frame.setWord(RuntimeProtocol.NOTE_WORD, note);
        application.post();
    }

    @Override
    public void cancel() {
        if (writer != null) {
            writer = null;
            application.cancel();
        }
    }

    @Override
    public int initiator() {
        return tid;
    }

    @Override
    public int target() {
        return Tid.HOST;
    }

    @Override
    public BusAgent receiver() {
        return application.receiver();
    }

    @Override
    public void wakeMe() {
        application.wakeMe();
    }

    @Override
    public int freeFrames() {
        return application.freeFrames();
    }
}
