package dev.spine.extension.runtime.network;

import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.runtime.network.NetworkCounters.Counter;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of a stream from one extension of this card to one of another: at most a window of frames that are not acknowledged. They
 * are sent again from the oldest on when the receiver says twice that it waits for that one, or when nothing is heard in time; then, if
 * they are many, the oldest goes alone. Belongs to the card's agent.
 */
final class SendChannel {
    private static final int REPEATS_BEFORE_RESEND = 2;
    /** So many frames are sent again at once after a silence: an answer that is only late makes them needless. */
    private static final int MAX_REPEATED = 4;

    private final RemoteNode node;
    private final int index;
    private final NetworkSettings settings;
    private final NetworkCounters counters;
    private final OutgoingFrame[] frames;
    private final RoundTrip roundTrip;
    private int instance = -1;
    private int target;
    private boolean orphan;
    private int generation;
    /** Oldest frame that is not acknowledged, next to be sent, next to be entered; numbers of the generation. */
    private int base;
    private int cursor;
    private int next;
    /** First number that the receiver does not take yet. */
    private int limit;
    private int repeatedAcknowledgements;
    private int resentUpTo;
    /** Data that are not in frames yet. */
    private @Nullable OutgoingData pending;
    private int pendingOffset;
    private int pendingBytes;
    private long deadlineNs;
    private long heardNs;
    private boolean wireBusy;
    /** The message that has arrived without all of its data: it comes back if they do not arrive. */
    private final int[] unfinished = new int[WireFormat.MESSAGE_WORDS];
    private boolean isUnfinished;
    private int unfinishedHandler;
    private @Nullable ReturnReason ended;
    private int returned;

    SendChannel(RemoteNode node, int index, NetworkSettings settings, NetworkCounters counters) {
        this.node = node;
        this.index = index;
        this.settings = settings;
        this.counters = counters;
        this.roundTrip = new RoundTrip(settings);
        this.frames = new OutgoingFrame[settings.window()];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = new OutgoingFrame();
        }
    }

    boolean isOf(int sender, int receiver) {
        return instance == sender && target == receiver && !orphan;
    }

    boolean isIdle() {
        return base == next && pending == null;
    }

    /** Gives the channel, which is idle, to a pair of extensions. */
    void assign(int sender, int receiver) {
        instance = sender;
        target = receiver;
        orphan = false;
        newGeneration();
    }

    private void newGeneration() {
        generation++;
        base = 0;
        cursor = 0;
        next = 0;
        limit = frames.length;
        repeatedAcknowledgements = 0;
        resentUpTo = 0;
        wireBusy = false;
        isUnfinished = false;
        ended = null;
        returned = 0;
    }

    boolean hasRoom() {
        return ended == null && pending == null && next - base < frames.length;
    }

    private OutgoingFrame frame(int number) {
        return frames[number & frames.length - 1];
    }

    /** Enters a message; there is room. */
    void enter(int[] words, int returnHandler, @Nullable OutgoingData data, int offset, int bytes, long nowNs) {
        if (base == next) {
            heardNs = nowNs;
        }
        OutgoingFrame frame = frame(next++);
        System.arraycopy(words, 0, frame.words, 0, words.length);
        frame.isMessage = true;
        frame.returnHandler = returnHandler;
        frame.dataBytes = bytes;
        frame.data = null;
        frame.repeated = false;
        if (data != null) {
            pending = data;
            pendingOffset = offset;
            pendingBytes = bytes;
        }
    }

    /** Puts data into frames as far as the window allows. */
    void fill(int fragmentBytes) {
        OutgoingData data = pending;
        while (data != null && next - base < frames.length) {
            OutgoingFrame frame = frame(next++);
            frame.isMessage = false;
            frame.data = data;
            frame.offset = pendingOffset;
            frame.bytes = Math.min(pendingBytes, fragmentBytes);
            frame.isLast = frame.bytes == pendingBytes;
            frame.repeated = false;
            pendingOffset += frame.bytes;
            pendingBytes -= frame.bytes;
            if (frame.isLast) {
                pending = null;
                data = null;
            }
        }
    }

    /** Sends what may be sent; returns how many frames left. */
    int pump(FrameSender wire, int session, long nowNs, int most) {
        if (ended != null) {
            return 0;
        }
        fill(wire.fragmentBytes());
        int sent = 0;
        wireBusy = false;
        while (sent < most && cursor != next && cursor - limit < 0) {
            OutgoingFrame frame = frame(cursor);
            if (!transmit(wire, session, frame)) {
                wireBusy = true;
                break;
            }
            frame.sentNs = nowNs;
            if (cursor == base) {
                deadlineNs = nowNs + roundTrip.timeoutNs();
            }
            cursor++;
            sent++;
        }
        if (cursor == base && base != next) {
            // Nothing is in flight: the receiver has no room, or the wire. Ask again in time.
            deadlineNs = wireBusy ? nowNs + settings.leastTimeoutNs() / 8 : Math.max(deadlineNs, nowNs + 1);
        }
        return sent;
    }

    private boolean transmit(FrameSender wire, int session, OutgoingFrame frame) {
        wire.begin(node.address(), frame.isMessage ? WireFormat.DATA_MESSAGE : WireFormat.DATA_FRAGMENT, session)
            .channel(index, generation).sequence(cursor).reason(asks(frame) ? 1 : 0);
        OutgoingData data = frame.data;
        boolean left = frame.isMessage || data == null ? wire.send(frame.words, frame.dataBytes)
            : wire.send(data, frame.offset, frame.bytes);
        if (left && frame.repeated) {
            counters.increment(Counter.FRAMES_REPEATED);
        }
        return left;
    }

    /** Whether the receiver shall say at once what it has: no more may follow before it does, or it has kept silent before. */
    private boolean asks(OutgoingFrame frame) {
        return frame.repeated || cursor + 1 == limit || cursor + 1 - base == frames.length;
    }

    /** {@return whether frames could leave now} */
    boolean hasToSend() {
        return ended == null && (cursor != next && cursor - limit < 0 || pending != null && next - base < frames.length);
    }

    boolean isWireBusy() {
        return wireBusy;
    }

    /** {@return when something has to be done if nothing is heard; {@link Long#MAX_VALUE} for never} */
    long deadlineNs() {
        return base == next || ended != null ? Long.MAX_VALUE : deadlineNs;
    }

    /** Nothing was heard in time: a few frames are sent again, or the oldest of many, or all are given up. */
    void expire(long nowNs) {
        if (nowNs - heardNs >= settings.giveUpNs()) {
            end(ReturnReason.NO_ANSWER);
            return;
        }
        if (cursor == base && wireBusy) {
            return;
        }
        boolean isMuch = cursor - base > MAX_REPEATED;
        goBack();
        if (isMuch || limit - base <= 0) {
            // One frame goes, also to a receiver that had no room, and its answer says what has arrived and what is taken now. So an
            // answer that is only late does not cost the whole window once more.
            limit = base + 1;
        }
        roundTrip.silent();
        deadlineNs = nowNs + roundTrip.timeoutNs();
    }

    private void goBack() {
        for (int number = base; number != cursor; number++) {
            frame(number).repeated = true;
        }
        cursor = base;
    }

    /** The receiver says what it has and how much it takes. */
    void acknowledged(int ofGeneration, int expected, int window, long nowNs) {
        if (ofGeneration != generation || ended != null) {
            counters.increment(Counter.FRAMES_STALE);
            return;
        }
        int acknowledged = expected - base;
        if (acknowledged < 0 || acknowledged > next - base) {
            counters.increment(Counter.FRAMES_STALE);
            return;
        }
        heardNs = nowNs;
        if (acknowledged > 0) {
            OutgoingFrame newest = frame(expected - 1);
            if (!newest.repeated && expected - cursor <= 0) {
                roundTrip.measured(nowNs - newest.sentNs);
            }
            release(expected);
            if (cursor - base < 0) {
                cursor = base;
            }
            repeatedAcknowledgements = 0;
            deadlineNs = nowNs + roundTrip.timeoutNs();
        } else if (cursor != base && window > 0 && base - resentUpTo >= 0
            && ++repeatedAcknowledgements >= REPEATS_BEFORE_RESEND) {
            // Later frames have arrived without the oldest one. Each window is sent again this way once.
            repeatedAcknowledgements = 0;
            resentUpTo = next;
            goBack();
        }
        limit = expected + Math.clamp(window, 0, frames.length);
        if (limit - base <= 0 && base != next) {
            // What is in flight is not taken: it goes again when the receiver says that it has room, or when it is asked.
            cursor = base;
            deadlineNs = nowNs + roundTrip.timeoutNs();
        }
    }

    private void release(int expected) {
        while (base != expected) {
            OutgoingFrame frame = frame(base);
            if (frame.isMessage) {
                isUnfinished = frame.dataBytes > 0;
                if (isUnfinished) {
                    unfinishedHandler = frame.returnHandler;
                    System.arraycopy(frame.words, 0, unfinished, 0, unfinished.length);
                }
            } else if (frame.isLast) {
                isUnfinished = false;
            }
            release(frame);
            base++;
        }
    }

    private static void release(OutgoingFrame frame) {
        OutgoingData data = frame.data;
        frame.data = null;
        if (data != null && frame.isLast) {
            data.release();
        }
    }

    /** The receiver takes nothing from a number on. */
    void closed(int ofGeneration, int expected, ReturnReason reason, long nowNs) {
        if (ofGeneration != generation || ended != null) {
            counters.increment(Counter.FRAMES_STALE);
            return;
        }
        acknowledged(ofGeneration, expected, 0, nowNs);
        if (base == expected) {
            end(reason);
        }
    }

    /** Nothing more leaves: what is not acknowledged comes back to the sender, in order. */
    void end(ReturnReason reason) {
        if (isIdle() || ended != null) {
            return;
        }
        ended = reason;
        returned = base;
    }

    /** Gives messages back to their sender, as far as it has room; returns how many. */
    int putBack(MessageSink sink) {
        ReturnReason reason = ended;
        if (reason == null) {
            return 0;
        }
        int count = 0;
        if (isUnfinished) {
            if (!takesBack(sink, unfinishedHandler, unfinished, reason)) {
                return 0;
            }
            isUnfinished = false;
            count++;
        }
        while (returned != next) {
            OutgoingFrame frame = frame(returned);
            if (frame.isMessage) {
                if (!takesBack(sink, frame.returnHandler, frame.words, reason)) {
                    return count;
                }
                count++;
            }
            release(frame);
            returned++;
        }
        dropPending();
        newGeneration();
        return count;
    }

    private boolean takesBack(MessageSink sink, int handler, int[] words, ReturnReason reason) {
        if (!orphan && handler != 0 && !sink.takeBack(node.address(), instance, handler, words, reason)) {
            return false;
        }
        counters.increment(orphan ? Counter.MESSAGES_ABANDONED : Counter.MESSAGES_RETURNED);
        return true;
    }

    private void dropPending() {
        OutgoingData data = pending;
        pending = null;
        if (data != null) {
            data.release();
        }
    }

    boolean isEnding() {
        return ended != null;
    }

    /** The sender is gone: its small messages still go their way, its data do not, and nothing comes back. */
    void forget(int sender) {
        if (instance != sender) {
            return;
        }
        orphan = true;
        boolean hasData = pending != null;
        for (int number = base; number != next; number++) {
            hasData |= frame(number).data != null;
        }
        if (hasData) {
            dropAll();
        }
    }

    /** Forgets everything without telling anybody; it is counted. */
    void dropAll() {
        counters.add(Counter.MESSAGES_ABANDONED, isUnfinished ? 1 : 0);
        for (int number = ended == null ? base : returned; number != next; number++) {
            counters.add(Counter.MESSAGES_ABANDONED, frame(number).isMessage ? 1 : 0);
        }
        release(next);
        dropPending();
        newGeneration();
    }

    @Override
    public String toString() {
        return "stream " + index + " of instance " + instance + " to " + target + " of " + node + ", " + (next - base) + " unacknowledged";
    }
}
