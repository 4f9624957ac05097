package dev.spine.peer.block;

import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.block.TransferFlags;
import dev.spine.i2o.sgl.SglFlags;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.peer.PeerConnection;
import dev.spine.peer.PeerConnections;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Opens disks for a module of a card, and carries reads, writes and flushes to them and back. One per module; belongs to the card's agent.
 *
 * <p>A request is one message of the block storage class, with one simple element if bytes are moved. What a disk has taken keeps its
 * memory in use until the disk answers, or the way to it is lost and its IOP has let go of the request: there is no timeout, since bytes
 * may still land.
 *
 * <p>Source: I2O 1.5 random block storage class, parameter access.
 */
public final class BlockClient {
    static final int INDEX_BITS = 10;

    private static final int MAX_TARGETS = 64;
    private static final int MAX_REQUESTS = 1 << INDEX_BITS;
    private static final long ANSWER_TIME_NS = 1_000_000_000L;
    private static final int BLOCK_WORDS = 10;
    private static final int FLUSH_WORDS = 5;
    private static final int BLOCK_LIST_WORD = 8;
    private static final int CONTROL_WORD = 4;
    private static final int COUNT_WORD = 5;
    private static final int POSITION_WORD = 6;
    private static final int TRANSFERRED_WORD = 5;

    private final DeviceContext context;
    private final BlockListener listener;
    private final @Nullable BlockTarget[] targets = new BlockTarget[MAX_TARGETS];
    private final int[] generations = new int[MAX_TARGETS];
    private final PeerBlockRequest[] requests = new PeerBlockRequest[MAX_REQUESTS];
    private final PeerBlockRequest[] free = new PeerBlockRequest[MAX_REQUESTS];
    private final PeerBlockRequest[] ended = new PeerBlockRequest[MAX_REQUESTS];
    /** The targets in use, without gaps. */
    private final BlockTarget[] active = new BlockTarget[MAX_TARGETS];
    private final AnswerSlots answers;
    private int freeCount = MAX_REQUESTS;
    private int endedHead;
    private int endedCount;
    private int openTargets;
    /** Requests of before a reset that disks of other IOPs may still have. */
    private int held;
    /** Targets that wait for an answer, or whose user has to be told. */
    private int asking;
    private int waiting;

    /**
     * A client.
     *
     * @param context the module's
     * @param listener the module
     */
    public BlockClient(DeviceContext context, BlockListener listener) {
        this.context = context;
        this.listener = listener;
        this.answers = new AnswerSlots(context, MAX_TARGETS);
        for (int i = 0; i < MAX_REQUESTS; i++) {
            requests[i] = new PeerBlockRequest(i);
            free[i] = requests[i];
        }
    }

    // --- finding disks

    /**
     * Asks a disk what it is. The answer is a call of {@link BlockListener#onTarget}.
     *
     * @param user whose it is; {@link #close(Object)} closes all of a user
     * @param iopId the IOP_ID of the disk's IOP; it may be this one's
     * @param tid the disk's TID there
     * @return the target, or null when 64 are open, or have not answered yet, when disks of its IOP owe 4 answers to questions that were
     *     given up, or when this IOP has no connections
     */
    public @Nullable BlockTarget open(Object user, int iopId, int tid) {
        dropLost();
        if (answers.owesTooMuch(iopId)) {
            return null;
        }
        int index = 0;
        while (index < MAX_TARGETS && (targets[index] != null || !answers.isFree(index))) {
            index++;
        }
        if (index == MAX_TARGETS) {
            return null;
        }
        PeerConnection connection = null;
        MessageRoute local = null;
        if (iopId == context.directory().iopId()) {
            local = context.route(tid);
        } else {
            PeerConnections connections = context.service(PeerConnections.class);
            if (connections == null) {
                return null;
            }
            connection = connections.open(context.tid(), iopId, tid);
        }
        generations[index] = generations[index] + 1 & 0xFF_FFFF;
        BlockTarget target = new BlockTarget(user, index, generations[index], iopId, connection, local);
        targets[index] = target;
        active[openTargets++] = target;
        asking++;
        return target;
    }

    /** Disks that were lost while nothing was in flight: nobody has looked at them since. */
    private void dropLost() {
        for (int i = openTargets - 1; i >= 0; i--) {
            BlockTarget target = active[i];
            if (target.state == BlockTarget.State.OPEN && target.isGone()) {
                lose(target);
            }
        }
    }

    /**
     * {@return how many targets a user has; those that are lost do not count}
     *
     * @param user whose
     */
    public int count(Object user) {
        int count = 0;
        for (int i = 0; i < openTargets; i++) {
            BlockTarget target = active[i];
            boolean counts = target.user() == user && target.state != BlockTarget.State.CLOSED
                && (target.state != BlockTarget.State.OPEN || target.isOpen());
            count += counts ? 1 : 0;
        }
        return count;
    }

    /** Asks a disk for group 0x0000; false while there is no frame. */
    private boolean ask(BlockTarget asked) {
        MessageRoute route = asked.route();
        if (route == null) {
            return false;
        }
        if (asked.deadlineNs == 0) {
            asked.deadlineNs = context.agent().nowNs() + ANSWER_TIME_NS;
        }
        MessageFrame frame = route.open();
        if (frame == null) {
            route.wakeMe();
            context.agent().wakeAt(asked.deadlineNs);
            return false;
        }
        answers.clear(asked.index);
        context.agent().charge(Op.BUILD_FRAME);
        DeviceInfoQuestion.write(frame, route, asked.cookie(), answers.address(asked.index));
        route.post();
        asked.route = route;
        PeerConnection peer = asked.connection;
        asked.session = peer == null ? null : peer.session();
        asked.owesAnswer = true;
        asked.state = BlockTarget.State.ASKED;
        asked.deadlineNs = context.agent().nowNs() + ANSWER_TIME_NS;
        context.agent().wakeAt(asked.deadlineNs);
        return true;
    }

    private void onAnswer(MessageFrame reply) {
        int cookie = reply.transactionContext();
        BlockTarget asked = (cookie & 0xFF) < MAX_TARGETS ? targets[cookie & 0xFF] : null;
        if (asked == null || asked.cookie() != cookie || asked.state != BlockTarget.State.ASKED || !asked.isFrom(reply)) {
            answers.answered(reply);
            context.counters().increment(Counter.STRAY_REPLIES);
            return;
        }
        asked.owesAnswer = false;
        asked.state = BlockTarget.State.ANSWERED;
        if (reply.isFail() || reply.requestStatus() != RequestStatus.SUCCESS) {
            asked.reason = reply.isFail() ? BlockTarget.NO_ANSWER : Math.max(BlockTarget.NO_ANSWER, reply.requestStatus());
        } else if (!DeviceInfoQuestion.read(answers.memory(asked.index), asked)) {
            asked.reason = BlockTarget.NO_ANSWER;
        }
    }

    /** Tells the user what came of it, once the user can take it. */
    private int notify(BlockTarget answered) {
        if (!listener.isReady()) {
            return 0;
        }
        asking--;
        if (answered.reason == 0) {
            answered.state = BlockTarget.State.OPEN;
        } else {
            remove(answered);
        }
        listener.onTarget(answered);
        return 1;
    }

    private void remove(BlockTarget gone) {
        gone.state = BlockTarget.State.CLOSED;
        targets[gone.index] = null;
        if (gone.owesAnswer) {
            answers.owe(gone);
        }
        int at = 0;
        while (active[at] != gone) {
            at++;
        }
        active[at] = active[--openTargets];
    }

    // --- reads, writes and flushes

    /**
     * Sends a request, or lets it wait for a frame of the disk.
     *
     * @param target an open disk
     * @param operation what the disk is to do
     * @param position first byte on the disk
     * @param address bus address of the first byte in memory that the disk can reach, below 4 GiB
     * @param bytes how many, 1 to 16 MiB - 1; a flush has none, no position and no address
     * @param attachment given back with the end
     * @param tag given back with the end
     * @return false when all 1024 requests are in use, or the disk is gone
     */
    public boolean submit(BlockTarget target, BlockOperation operation, long position, long address, int bytes,
        @Nullable Object attachment, long tag) {
        if (freeCount == 0 || !target.isOpen()) {
            return false;
        }
        context.agent().charge(Op.BLOCK_REQUEST);
        PeerBlockRequest request = free[--freeCount];
        request.begin(target, operation, position, address, bytes, attachment, tag);
        if (target.hasWaiting() || !send(target, request)) {
            request.place = PeerBlockRequest.Place.WAITING;
            target.append(request);
            waiting++;
        }
        return true;
    }

    private boolean send(BlockTarget target, PeerBlockRequest request) {
        MessageRoute route = target.route();
        MessageFrame frame = route == null ? null : route.open();
        if (route == null || frame == null) {
            if (route != null) {
                route.wakeMe();
            }
            return false;
        }
        context.agent().charge(Op.BUILD_FRAME);
        if (request.operation == BlockOperation.FLUSH) {
            frame.header(FLUSH_WORDS, 0, 0, Function.BSA_CACHE_FLUSH, route.initiator(), route.target());
            frame.contexts(0, request.cookie());
            frame.setWord(CONTROL_WORD, 0);
        } else {
            write(request, frame, route);
        }
        route.post();
        request.place = PeerBlockRequest.Place.SENT;
        target.inFlight++;
        return true;
    }

    private static void write(PeerBlockRequest request, MessageFrame frame, MessageRoute route) {
        boolean read = request.operation == BlockOperation.READ;
        frame.header(BLOCK_WORDS, 0, BLOCK_LIST_WORD, read ? Function.BSA_BLOCK_READ : Function.BSA_BLOCK_WRITE, route.initiator(),
            route.target());
        frame.contexts(0, request.cookie());
        frame.setWord(CONTROL_WORD, request.operation == BlockOperation.WRITE_THROUGH ? TransferFlags.WRITE_THROUGH : 0);
        frame.setWord(COUNT_WORD, request.bytes);
        frame.setWord(POSITION_WORD, (int) request.position);
        frame.setWord(POSITION_WORD + 1, (int) (request.position >>> Integer.SIZE));
        int flags = SglFlags.SIMPLE | SglFlags.END_OF_BUFFER | SglFlags.LAST | (read ? 0 : SglFlags.FROM_BUFFER);
        frame.setWord(BLOCK_LIST_WORD, flags << 24 | request.bytes);
        frame.setWord(BLOCK_LIST_WORD + 1, (int) request.address);
    }

    /**
     * Takes a reply, if it is one to this client.
     *
     * @param reply the reply's private copy
     * @return false when something else of the module asked
     */
    public boolean onReply(MessageFrame reply) {
        switch (reply.function()) {
            case Function.UTIL_PARAMS_GET -> onAnswer(reply);
            case Function.BSA_BLOCK_READ, Function.BSA_BLOCK_WRITE, Function.BSA_CACHE_FLUSH -> onBlocks(reply);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void onBlocks(MessageFrame reply) {
        PeerBlockRequest request = requests[reply.transactionContext() & MAX_REQUESTS - 1];
        if (request.place != PeerBlockRequest.Place.SENT || request.cookie() != reply.transactionContext()
            || !request.target().isFrom(reply)) {
            context.counters().increment(Counter.STRAY_REPLIES);
            return;
        }
        int status = reply.wordOrZero(CONTROL_WORD);
        if (reply.isFail()) {
            end(request, PeerBlockRequest.GONE, status >>> 24, 0);
        } else if (reply.requestStatus() != RequestStatus.PROGRESS_REPORT) {
            end(request, reply.requestStatus(), status & 0xFFFF,
                request.operation == BlockOperation.FLUSH ? 0 : reply.wordOrZero(TRANSFERRED_WORD));
        }
    }

    private void end(PeerBlockRequest request, int requestStatus, int detailedStatus, int transferred) {
        BlockTarget target = request.target();
        if (request.place == PeerBlockRequest.Place.SENT && --target.inFlight == 0 && target.state == BlockTarget.State.CLOSED
            && targets[target.index] == target) {
            remove(target);
        }
        request.place = PeerBlockRequest.Place.ENDED;
        request.requestStatus = requestStatus;
        request.detailedStatus = detailedStatus;
        request.transferred = transferred;
        ended[(endedHead + endedCount) % MAX_REQUESTS] = request;
        endedCount++;
    }

    private int notifyEnds(int limit) {
        int work = 0;
        while (work < limit && endedCount > 0 && listener.isReady()) {
            context.agent().charge(Op.BLOCK_REPLY);
            PeerBlockRequest request = ended[endedHead];
            endedHead = (endedHead + 1) % MAX_REQUESTS;
            endedCount--;
            listener.onEnd(request);
            request.clear();
            free[freeCount++] = request;
            work++;
        }
        return work;
    }

    // --- the module's turns

    /**
     * Sends what can be sent, tells what has ended, and notices disks that are gone.
     *
     * @param limit at least 0
     * @return pieces of work done
     */
    public int doWork(int limit) {
        context.agent().charge(Op.POLL_PEER);
        int work = endedCount > 0 ? notifyEnds(limit) : 0;
        if (held > 0) {
            work += discardSettled();
        }
        if (asking > 0 || freeCount + held < MAX_REQUESTS) {
            // Backwards, because a target that is gone leaves its place to the last.
            for (int i = openTargets - 1; i >= 0 && work < limit; i--) {
                work += advance(active[i], limit - work);
            }
        }
        return work;
    }

    /** Requests of before a reset that their disks have let go of. */
    private int discardSettled() {
        int work = 0;
        for (PeerBlockRequest request : requests) {
            if (request.place == PeerBlockRequest.Place.HELD && request.target().isSettled()) {
                held--;
                discard(request);
                work++;
            }
        }
        return work;
    }

    private void discard(PeerBlockRequest request) {
        listener.onDiscard(request);
        request.clear();
        free[freeCount++] = request;
    }

    private int advance(BlockTarget target, int limit) {
        return switch (target.state) {
            case ASKING -> target.isGone() || target.deadlineNs != 0 && context.agent().nowNs() >= target.deadlineNs ? refuse(target)
                : ask(target) ? 1 : 0;
            case ASKED -> {
                if (target.isGone() || context.agent().nowNs() >= target.deadlineNs) {
                    yield refuse(target);
                }
                context.agent().wakeAt(target.deadlineNs);
                yield 0;
            }
            case ANSWERED -> notify(target);
            case OPEN, CLOSED -> target.isGone() ? lose(target) : sendWaiting(target, limit);
        };
    }

    private int refuse(BlockTarget target) {
        target.state = BlockTarget.State.ANSWERED;
        target.reason = BlockTarget.NO_ANSWER;
        return 1;
    }

    private int sendWaiting(BlockTarget target, int limit) {
        int work = 0;
        PeerBlockRequest request = target.peek();
        while (request != null && work < limit && send(target, request)) {
            target.removeFirst();
            waiting--;
            work++;
            request = target.peek();
        }
        return work;
    }

    /** The disk is gone: what it should get has ended, and what it has, as soon as its IOP has let go of it. */
    private int lose(BlockTarget target) {
        int dropped = dropWaiting(target);
        if (target.inFlight > 0 && !target.isSettled()) {
            return dropped;
        }
        for (PeerBlockRequest request : requests) {
            if (request.place == PeerBlockRequest.Place.SENT && request.target() == target) {
                end(request, PeerBlockRequest.GONE, 0, 0);
            }
        }
        if (targets[target.index] == target) {
            remove(target);
        }
        return 1;
    }

    private int dropWaiting(BlockTarget target) {
        int dropped = 0;
        for (PeerBlockRequest request = target.peek(); request != null; request = target.peek()) {
            target.removeFirst();
            waiting--;
            dropped++;
            end(request, PeerBlockRequest.GONE, 0, 0);
        }
        return dropped;
    }

    /**
     * Closes all disks of a user. What waits has ended; what the disks have goes on, and ends as usual.
     *
     * @param user who opened them
     */
    public void close(Object user) {
        for (int i = openTargets - 1; i >= 0; i--) {
            BlockTarget target = active[i];
            if (target.user() != user || target.state == BlockTarget.State.CLOSED) {
                continue;
            }
            dropWaiting(target);
            if (target.state != BlockTarget.State.OPEN) {
                asking--;
            }
            if (target.inFlight == 0) {
                remove(target);
            } else {
                target.state = BlockTarget.State.CLOSED;
            }
        }
    }

    /** {@return requests that are not in the pool} */
    public int inUse() {
        return MAX_REQUESTS - freeCount;
    }

    /** {@return requests of before a reset whose memory disks of other IOPs may still use} */
    public int held() {
        return held;
    }

    /** {@return requests that wait for a frame of their disk} */
    public int waiting() {
        return waiting;
    }

    /** Nobody asks here any more: what disks still answer finds nothing. Called once, instead of everything else. */
    public void leave() {
        answers.leave();
    }

    /**
     * The IOP is reset: nothing is told any more, and a late answer of a disk finds nothing where it was to be written. Disks of this IOP
     * have stopped; of what disks of others have, the memory stays in use until their IOP has let go of it.
     */
    public void reset() {
        Arrays.fill(targets, null);
        for (PeerBlockRequest request : requests) {
            switch (request.place) {
                case SENT -> {
                    if (request.target().isSettled()) {
                        discard(request);
                    } else {
                        request.place = PeerBlockRequest.Place.HELD;
                        held++;
                    }
                }
                case WAITING, ENDED -> discard(request);
                case FREE, HELD -> {
                    // Nobody has it, or it waits from an earlier reset.
                }
            }
        }
        endedCount = 0;
        openTargets = 0;
        asking = 0;
        waiting = 0;
        answers.replace();
    }
}
