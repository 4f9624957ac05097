package dev.spine.extension.runtime;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.extension.runtime.memory.LentMemory;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.message.Undelivered;
import dev.spine.extension.runtime.parts.RuntimeParts;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.kernel.FrameRoute;
import org.jspecify.annotations.Nullable;

/**
 * The dispatcher's way to the applications on the host. An application listens under a number and, if it wants data, lends memory in pieces
 * of one size; the data of a message are moved into a piece under the application's grant, and its frame, which names the piece, follows
 * when they are there. What is sent to the same listener meanwhile waits behind it, so that the order stays. Preallocated; belongs to the
 * agent of the place.
 */
final class HostRoutes {
    /** The most messages that have data on their way, or wait behind such. */
    static final int MAX_WAITING = 128;
    /** The most of them of one extension. */
    static final int OF_ONE = 32;
    private static final int HANDLERS = 256;

    /** How far a message is. */
    private enum Stage {
        /** Its data are on their way. */
        MOVING,
        /** It goes as soon as it is the first and there is a frame. */
        READY,
        /** It does not go: its data have not arrived, or nobody listens any more. */
        LOST
    }

    /** A message that could not go at once. */
    static final class Outgoing {
        private final Transfer transfer;
        private final int[] words = new int[Message.WORDS];
        private Stage stage = Stage.READY;
        private ReturnReason reason = ReturnReason.NONE;
        private int user;
        private int sender;
        private int owner;
        private int handler;
        private int returnHandler;
        private int bytes;
        private @Nullable Lease data;
        private LentMemory.@Nullable Piece piece;
        /** The next to the same listener, or in the pool. */
        private @Nullable Outgoing next;

        private Outgoing(DeliveryList<Transfer> completions) {
            transfer = new Transfer(1, completions);
            transfer.attach(this);
        }
    }

    /** Who listens under one number. */
    private static final class Listener {
        private boolean listens;
        private int context;
        /** Of each piece that it lends, 0 when it lends none. */
        private int pieceBytes;
        private final LentMemory.Pieces pieces = new LentMemory.Pieces();
        private @Nullable Outgoing first;
        private @Nullable Outgoing last;
    }

    private final RuntimeParts parts;
    private final LocalRoutes local;
    private final Undelivered undelivered;
    private final @Nullable FrameRoute route;
    private final Listener[] listeners = new Listener[HANDLERS];
    private final Outgoing[] all = new Outgoing[MAX_WAITING];
    private final int[] ofSender = new int[CardLimits.MAX_INSTANCES + 1];
    private final LentMemory memory = new LentMemory();
    private @Nullable Outgoing free;
    private int waiting;
    private long held;
    private long withData;
    private long returned;

    HostRoutes(RuntimeParts parts, LocalRoutes local) {
        this.parts = parts;
        this.local = local;
        this.undelivered = local.undelivered();
        this.route = parts.environment().application();
        for (int i = 0; i < HANDLERS; i++) {
            listeners[i] = new Listener();
        }
        for (int i = 0; i < MAX_WAITING; i++) {
            Outgoing message = new Outgoing(parts.completions());
            all[i] = message;
            message.next = free;
            free = message;
        }
    }

    /** {@return how often a sender was told to wait for the host} */
    long held() {
        return held;
    }

    /** {@return messages that have gone to the host with data} */
    long withData() {
        return withData;
    }

    /** {@return messages that have come back to their senders} */
    long returned() {
        return returned;
    }

    /** {@return messages that have data on their way, or wait behind such} */
    int waiting() {
        return waiting;
    }

    /** {@return pieces of memory that applications lend now} */
    int lent() {
        return memory.lent();
    }

    // --- who listens

    /**
     * An application listens from now on, in the place of who has before.
     *
     * @param handler its number
     * @param context what its frames carry
     * @param pieceBytes of each piece of memory that it is going to lend, 0 when it lends none
     * @return false when there is no such number or size
     */
    boolean listen(int handler, int context, int pieceBytes) {
        if (handler < 0 || handler >= HANDLERS || pieceBytes < 0 || pieceBytes > MessageContent.MAX_DATA_BYTES) {
            return false;
        }
        Listener listener = listeners[handler];
        end(listener);
        listener.listens = true;
        listener.context = context;
        listener.pieceBytes = pieceBytes;
        return true;
    }

    /**
     * An application listens no more.
     *
     * @return false when it is another one that listens, or none
     */
    boolean stop(int handler, int context) {
        if (handler < 0 || handler >= HANDLERS || !isFrom(listeners[handler], context)) {
            return false;
        }
        end(listeners[handler]);
        return true;
    }

    private static boolean isFrom(Listener listener, int context) {
        return listener.listens && listener.context == context;
    }

    /**
     * An application lends a piece of memory into which this environment may write under a grant.
     *
     * @return false when it does not listen there, the piece has another size than it has said, or there are as many as can be
     */
    boolean lend(int handler, int context, int number, long address, int bytes, long grant) {
        if (handler < 0 || handler >= HANDLERS || !isFrom(listeners[handler], context) || bytes != listeners[handler].pieceBytes) {
            return false;
        }
        LentMemory.Piece piece = memory.take(number, address, grant);
        if (piece == null) {
            return false;
        }
        listeners[handler].pieces.add(piece);
        return true;
    }

    /** Nobody listens under a number any more: what is lent is forgotten, and what waits has lost its receiver. */
    private void end(Listener listener) {
        listener.listens = false;
        for (LentMemory.Piece piece = listener.pieces.poll(); piece != null; piece = listener.pieces.poll()) {
            memory.putBack(piece);
        }
        for (Outgoing message = listener.first; message != null; message = message.next) {
            if (message.stage == Stage.MOVING) {
                message.transfer.cancel();
            } else {
                message.stage = Stage.LOST;
            }
            message.reason = ReturnReason.NO_RECEIVER;
        }
    }

    // --- sending

    boolean canSend(Resident sender, Route destination) {
        Listener listener = listeners[destination.handler()];
        FrameRoute way = route;
        if (way == null || !listener.listens) {
            return false;
        }
        boolean mayWait = listener.first != null || listener.pieceBytes > 0;
        if (mayWait && !hasRoom(sender) || listener.pieceBytes > 0 && listener.pieces.isEmpty()
            || listener.first == null && !hasFrame(way)) {
            held++;
            return false;
        }
        return true;
    }

    private static boolean hasFrame(FrameRoute way) {
        if (way.open() == null) {
            return false;
        }
        way.cancel();
        return true;
    }

    /** An owner whom quotas bound may have as many as he leaves for others: so there is always room for those whom none bound. */
    private boolean hasRoom(Resident sender) {
        int left = MAX_WAITING - waiting;
        return left > 0 && ofSender[sender.number()] < OF_ONE
            && (waiting < left || !sender.isBounded() || countOf(sender.owner()) < left);
    }

    private int countOf(int owner) {
        int count = 0;
        for (Outgoing message : all) {
            count += message.sender != 0 && message.owner == owner ? 1 : 0;
        }
        return count;
    }

    /** Sends a message of an extension, or says to whom it counts that it could not be. */
    void send(Resident sender, Route destination, MessageContent message) {
        ReturnReason refusal = trySend(sender, destination, message);
        if (refusal != ReturnReason.NONE) {
            int returnHandler = (int) RuntimeAccess.address(destination);
            if (returnHandler != 0
                && local.bringBack(sender.number(), returnHandler, message.user(), message.words(), 0, refusal)) {
                returned++;
            } else {
                undelivered.count(reasonOf(refusal));
            }
        }
    }

    private static Undelivered.Reason reasonOf(ReturnReason refusal) {
        return switch (refusal) {
            case NO_RECEIVER -> Undelivered.Reason.NO_RECEIVER;
            case TOO_LARGE -> Undelivered.Reason.TOO_LARGE;
            case NO_ANSWER -> Undelivered.Reason.NO_DATA;
            case NONE, RECEIVER_FULL, RECEIVER_RESTARTED -> Undelivered.Reason.NO_ROOM;
        };
    }

    private ReturnReason trySend(Resident sender, Route destination, MessageContent message) {
        Listener listener = listeners[destination.handler()];
        FrameRoute way = route;
        if (way == null || !listener.listens) {
            return ReturnReason.NO_RECEIVER;
        }
        Lease data = message.data();
        if (data != null && message.dataBytes() > listener.pieceBytes) {
            return ReturnReason.TOO_LARGE;
        }
        if (data == null && listener.first == null) {
            return post(way, listener, sender.number(), destination.handler(), message.user(), message.words(), null, 0)
                ? ReturnReason.NONE : ReturnReason.RECEIVER_FULL;
        }
        if (!hasRoom(sender) || data != null && listener.pieces.isEmpty()) {
            return ReturnReason.RECEIVER_FULL;
        }
        Outgoing outgoing = take(sender, destination, message);
        append(listener, outgoing);
        if (data != null) {
            move(listener, outgoing, data, message);
        }
        return ReturnReason.NONE;
    }

    private Outgoing take(Resident sender, Route destination, MessageContent message) {
        Outgoing taken = free;
        if (taken == null) {
            throw new IllegalStateException("whoever takes one makes sure that there is room");
        }
        free = taken.next;
        taken.next = null;
        waiting++;
        ofSender[sender.number()]++;
        taken.stage = Stage.READY;
        taken.reason = ReturnReason.NONE;
        taken.sender = sender.number();
        taken.owner = sender.owner();
        taken.handler = destination.handler();
        taken.returnHandler = (int) RuntimeAccess.address(destination);
        taken.user = message.user();
        taken.bytes = 0;
        System.arraycopy(message.words(), 0, taken.words, 0, Message.WORDS);
        return taken;
    }

    private static void append(Listener listener, Outgoing message) {
        Outgoing tail = listener.last;
        listener.last = message;
        if (tail == null) {
            listener.first = message;
        } else {
            tail.next = message;
        }
    }

    private void move(Listener listener, Outgoing outgoing, Lease data, MessageContent message) {
        LentMemory.Piece piece = listener.pieces.poll();
        if (piece == null) {
            throw new IllegalStateException("whoever moves data makes sure that there is memory");
        }
        outgoing.piece = piece;
        outgoing.data = data;
        outgoing.bytes = message.dataBytes();
        outgoing.stage = Stage.MOVING;
        data.lend();
        outgoing.transfer.clear().under(piece.grant()).add(data.address() + message.dataOffset(), piece.address(), message.dataBytes());
        parts.start(outgoing.transfer);
    }

    /** Writes a frame and posts it; false when there is none. */
    private boolean post(FrameRoute way, Listener listener, int sender, int handler, int user, int[] words,
        LentMemory.@Nullable Piece piece, int bytes) {
        MessageFrame frame = way.open();
        if (frame == null) {
            return false;
        }
        frame.header(piece == null ? RuntimeProtocol.SMALL_WORDS : RuntimeProtocol.BULK_WORDS, MessageFlags.REPLY, 0,
            Function.SMALL_MESSAGE, Tid.HOST, parts.environment().tid());
        frame.contexts(listener.context, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(sender, handler), user,
            piece == null ? RuntimeProtocol.KIND_SMALL : RuntimeProtocol.KIND_BULK));
        for (int i = 0; i < Message.WORDS; i++) {
            frame.setWord(RuntimeProtocol.FIRST_USER_WORD + i, words[i]);
        }
        if (piece != null) {
            frame.setWord(RuntimeProtocol.PIECE_WORD, piece.number());
            frame.setWord(RuntimeProtocol.PIECE_WORD + 1, bytes);
        }
        way.post();
        return true;
    }

    // --- data

    /** The data of a message have arrived, or will not. */
    void onCompletion(Outgoing message) {
        Listener listener = listeners[message.handler];
        Transfer.Outcome outcome = message.transfer.outcome();
        Lease data = message.data;
        message.data = null;
        if (data != null) {
            data.endLoan();
        }
        if (message.reason == ReturnReason.NO_RECEIVER) {
            loseData(message);
        } else if (outcome == Transfer.Outcome.DONE) {
            message.stage = Stage.READY;
        } else {
            LentMemory.Piece piece = message.piece;
            if (outcome == Transfer.Outcome.CANCELLED && piece != null) {
                // Its sender has given it up; the memory is good for the next one.
                message.piece = null;
                listener.pieces.add(piece);
                message.reason = ReturnReason.NO_ANSWER;
            } else {
                message.reason = ReturnReason.NO_RECEIVER;
            }
            loseData(message);
        }
        advance(listener);
    }

    private void loseData(Outgoing message) {
        LentMemory.Piece piece = message.piece;
        message.piece = null;
        if (piece != null) {
            memory.putBack(piece);
        }
        message.stage = Stage.LOST;
    }

    /** Sends what is first and ready: {@return how many}. */
    private int advance(Listener listener) {
        int work = 0;
        for (Outgoing message = listener.first; message != null && settle(listener, message); message = listener.first) {
            listener.first = message.next;
            if (listener.first == null) {
                listener.last = null;
            }
            putBack(message);
            work++;
        }
        return work;
    }

    /** Lets the first message go its way: {@return whether it has}. */
    private boolean settle(Listener listener, Outgoing message) {
        FrameRoute way = route;
        LentMemory.Piece piece = message.piece;
        if (message.stage == Stage.MOVING || way == null) {
            return false;
        }
        if (message.stage == Stage.LOST) {
            if (piece != null) {
                message.piece = null;
                memory.putBack(piece);
            }
            return bringBack(message);
        }
        if (!post(way, listener, message.sender, message.handler, message.user, message.words, piece, message.bytes)) {
            way.wakeMe();
            return false;
        }
        if (piece != null) {
            message.piece = null;
            memory.putBack(piece);
            withData++;
        }
        return true;
    }

    private boolean bringBack(Outgoing message) {
        if (message.returnHandler == 0) {
            undelivered.count(message.reason == ReturnReason.NO_RECEIVER ? Undelivered.Reason.NO_RECEIVER : Undelivered.Reason.NO_DATA);
            return true;
        }
        boolean back = local.bringBack(message.sender, message.returnHandler, message.user, message.words, 0,
            message.reason);
        returned += back ? 1 : 0;
        return back;
    }

    private void putBack(Outgoing message) {
        ofSender[message.sender]--;
        waiting--;
        message.sender = 0;
        message.next = free;
        free = message;
    }

    /** What could not go for want of a frame goes: {@return how many}. */
    int doWork() {
        int work = 0;
        for (int i = 0; waiting > 0 && i < HANDLERS; i++) {
            work += listeners[i].first == null ? 0 : advance(listeners[i]);
        }
        return work;
    }

    // --- ends

    /** Memory was taken back from who sends it: not another byte of it moves. */
    void cancel(Lease data) {
        for (int i = 0; waiting > 0 && i < MAX_WAITING; i++) {
            Outgoing message = all[i];
            if (message.sender != 0 && message.stage == Stage.MOVING && message.data == data) {
                message.transfer.cancel();
            }
        }
    }

    /** A sender has left: nothing comes back to it, and data that have not arrived do not. */
    void forget(int sender) {
        for (int i = 0; ofSender[sender] > 0 && i < MAX_WAITING; i++) {
            Outgoing message = all[i];
            if (message.sender == sender) {
                message.returnHandler = 0;
                if (message.stage == Stage.MOVING) {
                    message.transfer.cancel();
                }
            }
        }
    }

    /** The environment was reset: the applications have to say again that they listen, and to lend memory. */
    void reset() {
        for (Listener listener : listeners) {
            end(listener);
            advance(listener);
        }
    }
}
