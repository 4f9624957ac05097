package dev.spine.extension.runtime.network;

import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.api.ServiceLevel;
import dev.spine.extension.runtime.network.NetworkCounters.Counter;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a stream: takes frames in their order, each once, and says how much more it takes. Belongs to the card's agent.
 */
final class ReceiveChannel {
    /** So many frames are answered at once: much data flow on by their answers. */
    private static final int MAX_UNANSWERED = 8;

    private final RemoteNode node;
    private final int index;
    private final MessageSink sink;
    private final NetworkCounters counters;
    private final int window;
    /** The message whose data arrive, or that waits for room at its receiver. */
    private final int[] words = new int[WireFormat.MESSAGE_WORDS];
    private int control;
    private int generation;
    private int expected;
    private ReturnReason closed = ReturnReason.NONE;
    private MessageSink.@Nullable Arriving arriving;
    private int arrived;
    private int dataBytes;
    /** When the last piece of the message came. */
    private long progressNs;
    private boolean held;
    private boolean answerDue;
    /** Whether the answer that is due tells the sender more than that its frames have arrived. */
    private boolean answerPressing;
    /** Since when an answer is due, and how many frames it is for. */
    private long dueSinceNs;
    private int unanswered;

    ReceiveChannel(RemoteNode node, int index, MessageSink sink, NetworkCounters counters, int window) {
        this.node = node;
        this.index = index;
        this.sink = sink;
        this.counters = counters;
        this.window = window;
    }

    /** {@return whether a frame belongs to this generation or one that begins with it}; older ones are counted. */
    boolean admits(int ofGeneration) {
        int newer = ofGeneration - generation;
        if (newer < 0) {
            counters.increment(Counter.FRAMES_STALE);
            return false;
        }
        if (newer > 0) {
            end();
            generation = ofGeneration;
        }
        return true;
    }

    /** Forgets what has arrived in part, and begins at 0. */
    void end() {
        MessageSink.Arriving unfinished = arriving;
        arriving = null;
        if (unfinished != null) {
            unfinished.cancel();
        }
        expected = 0;
        closed = ReturnReason.NONE;
        held = false;
        answerDue = false;
        answerPressing = false;
    }

    /** A new session: generations begin anew, too. */
    void restart() {
        end();
        generation = 0;
    }

    /** Whether a frame is the next one; otherwise its sender is told what is. */
    private boolean isNext(int sequence, boolean isAsked, long nowNs) {
        if (!answerDue) {
            dueSinceNs = nowNs;
            unanswered = 0;
        }
        answerDue = true;
        answerPressing |= isAsked || ++unanswered == MAX_UNANSWERED;
        if (isNext(sequence)) {
            return true;
        }
        answerPressing = true;
        return false;
    }

    private boolean isNext(int sequence) {
        if (closed != ReturnReason.NONE) {
            return false;
        }
        if (sequence != expected) {
            counters.increment(sequence - expected < 0 ? Counter.FRAMES_DUPLICATE : Counter.FRAMES_EARLY);
            return false;
        }
        return true;
    }

    void onMessage(int sequence, boolean isAsked, int[] message, int bytes, long nowNs) {
        if (!isNext(sequence, isAsked, nowNs)) {
            return;
        }
        if (arriving != null) {
            counters.increment(Counter.FRAMES_MALFORMED);
            answerDue = false;
            return;
        }
        control = message[WireFormat.CONTROL_WORD];
        progressNs = nowNs;
        switch (sink.admission(node.address(), message, bytes)) {
            case TAKEN -> take(message, bytes);
            case FULL -> hold(message, bytes);
            case NO_RECEIVER -> close(ReturnReason.NO_RECEIVER);
            case TOO_LARGE -> close(ReturnReason.TOO_LARGE);
        }
    }

    private void take(int[] message, int bytes) {
        if (bytes == 0) {
            expected++;
            held = false;
            counters.increment(Counter.MESSAGES_DELIVERED);
            sink.deliver(node.address(), ServiceLevel.RELIABLE, message, null);
            return;
        }
        MessageSink.Arriving memory = sink.begin(control, bytes);
        if (memory == null) {
            hold(message, bytes);
            return;
        }
        expected++;
        held = false;
        System.arraycopy(message, 0, words, 0, words.length);
        arriving = memory;
        arrived = 0;
        dataBytes = bytes;
    }

    private void hold(int[] message, int bytes) {
        if (!held) {
            held = true;
            counters.increment(Counter.STREAMS_HELD);
            sink.held(control);
        }
        answerPressing = true;
        System.arraycopy(message, 0, words, 0, words.length);
        dataBytes = bytes;
    }

    private void close(ReturnReason reason) {
        closed = reason;
        held = false;
        answerPressing = true;
        counters.increment(Counter.MESSAGES_REFUSED);
    }

    void onFragment(int sequence, boolean isAsked, MemorySegment frame, long offset, int bytes, long nowNs) {
        if (!isNext(sequence, isAsked, nowNs)) {
            return;
        }
        MessageSink.Arriving memory = arriving;
        if (memory == null || bytes < 1 || bytes > dataBytes - arrived) {
            // After a message that waits for room its data come early; anything else does not follow the rules, and is not answered.
            counters.increment(held ? Counter.FRAMES_EARLY : Counter.FRAMES_MALFORMED);
            answerDue = held;
            return;
        }
        memory.put(frame, offset, arrived, bytes);
        arrived += bytes;
        progressNs = nowNs;
        expected++;
        if (arrived == dataBytes) {
            arriving = null;
            counters.increment(Counter.MESSAGES_DELIVERED);
            sink.deliver(node.address(), ServiceLevel.RELIABLE, words, memory);
        }
    }

    /** The receiver of the data is gone. */
    void forget(int instance) {
        MessageSink.Arriving unfinished = arriving;
        if (unfinished != null && words[WireFormat.CONTROL_WORD] >>> WireFormat.INSTANCE_SHIFT == instance) {
            arriving = null;
            unfinished.cancel();
            close(ReturnReason.NO_RECEIVER);
            answerDue = true;
        }
    }

    /** Whether memory is held for data that have not all come. */
    boolean isIncomplete() {
        return arriving != null;
    }

    /** Memory is not held for who says no more: a sender that lives would have said it many times over, or have given up. */
    void abandonAfter(long patienceNs, long nowNs) {
        MessageSink.Arriving unfinished = arriving;
        if (unfinished != null && nowNs - progressNs >= patienceNs) {
            arriving = null;
            unfinished.cancel();
            close(ReturnReason.NO_ANSWER);
            answerDue = true;
        }
    }

    boolean isHeld() {
        return held;
    }

    /** A sender that was told to wait is told when there is room. */
    void lookForRoom() {
        if (held && sink.admission(node.address(), words, dataBytes) != MessageSink.Admission.FULL) {
            held = false;
            answerDue = true;
            answerPressing = true;
        }
    }

    boolean isAnswerDue() {
        return answerDue;
    }

    /** {@return when an answer that is due has to leave: it may wait for frames that go the same way} */
    long answerAtNs(long delayNs) {
        return answerPressing ? Long.MIN_VALUE : dueSinceNs + delayNs;
    }

    /** Says what has arrived; false when the wire takes nothing now. */
    boolean answer(FrameSender wire, int session) {
        boolean isClosed = closed != ReturnReason.NONE;
        int room = arriving != null ? window : held ? 0 : Math.min(window, Math.max(0, sink.room(control)));
        boolean sent = wire.begin(node.address(), isClosed ? WireFormat.CLOSED : WireFormat.ACKNOWLEDGED, session)
            .channel(index, generation).reason(closed.ordinal()).expected(expected, Math.max(room, held ? 0 : 1)).send();
        answerDue = !sent;
        answerPressing &= !sent;
        return sent;
    }
}
