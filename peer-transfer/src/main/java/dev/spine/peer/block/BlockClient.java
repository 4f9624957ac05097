package dev.spine.peer.block;

import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.param.OperationCode;
import dev.spine.i2o.sgl.SglFlags;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.peer.PeerConnection;
import dev.spine.peer.PeerConnections;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Opens disks for a module of a card, and carries reads and writes to them and back. One per module; belongs to the card's agent.
 *
 * <p>A request is one message of the block storage class with one simple element. What a disk has taken keeps its memory in use until the
 * disk answers or the way to it is lost: there is no time-out, since bytes may still land.
 *
 * <p>Source: I2O 1.5 random block storage class, parameter access.
 */
public final class BlockClient {
    static final int INDEX_BITS = 10;

    private static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong U64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int MAX_TARGETS = 64;
    private static final int MAX_REQUESTS = 1 << INDEX_BITS;
    private static final long ANSWER_TIME_NS = 1_000_000_000L;
    private static final int BLOCK_WORDS = 10;
    private static final int BLOCK_LIST_WORD = 8;
    private static final int CONTROL_WORD = 4;
    private static final int COUNT_WORD = 5;
    private static final int POSITION_WORD = 6;
    private static final int TRANSFERRED_WORD = 5;
    private static final int ALL_FIELDS = 0xFFFF;
    /** One operation, field get of group 0x0000, all fields: as immediate data, so that the disk need not fetch it. */
    private static final int[] DEVICE_INFO_OPERATION = {1, OperationCode.FIELD_GET, ALL_FIELDS};
    private static final int PARAMS_WORDS = 5;
    private static final int ANSWER_BYTES = 64;
    private static final int ANSWER_BLOCK_HEADER = 4;
    private static final int ANSWER_BLOCK_STATUS = 6;
    private static final int ANSWER_BLOCK_SIZE = 12;
    private static final int ANSWER_CAPACITY = 16;

    private final DeviceContext context;
    private final BlockListener listener;
    private final @Nullable BlockTarget[] targets = new BlockTarget[MAX_TARGETS];
    private final int[] generations = new int[MAX_TARGETS];
    private final BlockRequest[] requests = new BlockRequest[MAX_REQUESTS];
    private final BlockRequest[] free = new BlockRequest[MAX_REQUESTS];
    private final BlockRequest[] ended = new BlockRequest[MAX_REQUESTS];
    private Region answers;
    private int freeCount = MAX_REQUESTS;
    private int endedHead;
    private int endedCount;
    private int openTargets;
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
        this.answers = allocateAnswers();
        for (int i = 0; i < MAX_REQUESTS; i++) {
            requests[i] = new BlockRequest(i);
            free[i] = requests[i];
        }
    }

    private Region allocateAnswers() {
        return context.bus().allocate(context.directory().iopName() + " answers of disks to TID " + context.tid(), context.box(),
            Access.READ_WRITE, (long) MAX_TARGETS * ANSWER_BYTES);
    }

    // --- finding disks

    /**
     * Asks a disk what it is. The answer is a call of {@link BlockListener#onTarget}.
     *
     * @param user whose it is; {@link #close(Object)} closes all of a user
     * @param iopId the IOP_ID of the disk's IOP; it may be this one's
     * @param tid the disk's TID there
     * @return the target, or null when 64 are open or this IOP has no connections
     */
    public @Nullable BlockTarget open(Object user, int iopId, int tid) {
        dropLost();
        int index = 0;
        while (index < MAX_TARGETS && targets[index] != null) {
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
        BlockTarget target = new BlockTarget(user, index, generations[index], connection, local);
        targets[index] = target;
        openTargets++;
        asking++;
        return target;
    }

    /** Disks that were lost while nothing was under way: nobody has looked at them since. */
    private void dropLost() {
        for (BlockTarget target : targets) {
            if (target != null && target.state == BlockTarget.State.OPEN && target.isGone()) {
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
        for (BlockTarget target : targets) {
            boolean counts = target != null && target.user() == user && target.state != BlockTarget.State.CLOSED
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
        MessageFrame frame = route.open();
        if (frame == null) {
            route.wakeMe();
            return false;
        }
        answerMemory(asked).fill((byte) 0);
        context.agent().charge(Op.BUILD_FRAME);
        frame.header(PARAMS_WORDS + 1 + DEVICE_INFO_OPERATION.length + 2, 0, PARAMS_WORDS, Function.UTIL_PARAMS_GET, route.initiator(),
            route.target());
        frame.contexts(0, asked.cookie());
        int word = CONTROL_WORD;
        frame.setWord(word++, 0);
        frame.setWord(word++, (SglFlags.IMMEDIATE | SglFlags.END_OF_BUFFER) << 24 | DEVICE_INFO_OPERATION.length * Integer.BYTES);
        for (int value : DEVICE_INFO_OPERATION) {
            frame.setWord(word++, value);
        }
        frame.setWord(word++, (SglFlags.SIMPLE | SglFlags.END_OF_BUFFER | SglFlags.LAST) << 24 | ANSWER_BYTES);
        frame.setWord(word, (int) answers.base() + asked.index * ANSWER_BYTES);
        route.post();
        asked.way = route;
        asked.state = BlockTarget.State.ASKED;
        asked.deadlineNs = context.agent().nowNs() + ANSWER_TIME_NS;
        context.agent().wakeAt(asked.deadlineNs);
        return true;
    }

    /** Each place of the table has its own, so that a disk that answers too late writes over nobody's memory. */
    private MemorySegment answerMemory(BlockTarget asked) {
        return answers.memory().asSlice((long) asked.index * ANSWER_BYTES, ANSWER_BYTES);
    }

    private void onAnswer(MessageFrame reply) {
        int cookie = reply.transactionContext();
        BlockTarget asked = (cookie & 0xFF) < MAX_TARGETS ? targets[cookie & 0xFF] : null;
        if (asked == null || asked.cookie() != cookie || asked.state != BlockTarget.State.ASKED) {
            context.counters().increment(Counter.STRAY_REPLIES);
            return;
        }
        asked.state = BlockTarget.State.ANSWERED;
        if (reply.isFail() || reply.requestStatus() != RequestStatus.SUCCESS) {
            asked.reason = reply.isFail() ? BlockTarget.NO_ANSWER : Math.max(BlockTarget.NO_ANSWER, reply.requestStatus());
        } else if (!read(asked)) {
            asked.reason = BlockTarget.NO_ANSWER;
        }
    }

    /** Reads what the disk wrote; false when it cannot be true. */
    private boolean read(BlockTarget asked) {
        MemorySegment memory = answerMemory(asked);
        int words = memory.get(U16, ANSWER_BLOCK_HEADER) & 0xFFFF;
        asked.blockBytes = memory.get(U32, ANSWER_BLOCK_SIZE);
        asked.capacityBytes = memory.get(U64, ANSWER_CAPACITY);
        return memory.get(ValueLayout.JAVA_BYTE, ANSWER_BLOCK_STATUS) == 0
            && words * Integer.BYTES >= ANSWER_CAPACITY + Long.BYTES - ANSWER_BLOCK_HEADER
            && Integer.bitCount(asked.blockBytes) == 1 && asked.blockBytes > 0 && asked.capacityBytes >= 0;
    }

    /** Tells the user what came of it, once the user can take it. */
    private int tell(BlockTarget answered) {
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
        openTargets--;
    }

    // --- reads and writes

    /**
     * Sends a request, or lets it wait for a frame of the disk.
     *
     * @param target an open disk
     * @param direction which way the bytes go
     * @param position first byte on the disk
     * @param address bus address of the first byte in memory that the disk can reach, below 4 GiB
     * @param bytes how many, 1 to 16 MiB - 1
     * @param attachment given back with the end
     * @param tag given back with the end
     * @return false when all 1024 requests are in use, or the disk is gone
     */
    public boolean submit(BlockTarget target, BlockDirection direction, long position, long address, int bytes,
        @Nullable Object attachment, long tag) {
        if (freeCount == 0 || !target.isOpen()) {
            return false;
        }
        BlockRequest request = free[--freeCount];
        request.begin(target, direction, position, address, bytes, attachment, tag);
        if (target.hasWaiting() || !send(target, request)) {
            request.place = BlockRequest.Place.WAITING;
            target.append(request);
            waiting++;
        }
        return true;
    }

    private boolean send(BlockTarget target, BlockRequest request) {
        MessageRoute route = target.route();
        MessageFrame frame = route == null ? null : route.open();
        if (route == null || frame == null) {
            if (route != null) {
                route.wakeMe();
            }
            return false;
        }
        context.agent().charge(Op.BUILD_FRAME);
        boolean write = request.direction == BlockDirection.WRITE;
        frame.header(BLOCK_WORDS, 0, BLOCK_LIST_WORD, write ? Function.BSA_BLOCK_WRITE : Function.BSA_BLOCK_READ, route.initiator(),
            route.target());
        frame.contexts(0, request.cookie());
        frame.setWord(CONTROL_WORD, 0);
        frame.setWord(COUNT_WORD, request.bytes);
        frame.setWord(POSITION_WORD, (int) request.position);
        frame.setWord(POSITION_WORD + 1, (int) (request.position >>> Integer.SIZE));
        int flags = SglFlags.SIMPLE | SglFlags.END_OF_BUFFER | SglFlags.LAST | (write ? SglFlags.FROM_BUFFER : 0);
        frame.setWord(BLOCK_LIST_WORD, flags << 24 | request.bytes);
        frame.setWord(BLOCK_LIST_WORD + 1, (int) request.address);
        route.post();
        request.place = BlockRequest.Place.SENT;
        target.inFlight++;
        return true;
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
            case Function.BSA_BLOCK_READ, Function.BSA_BLOCK_WRITE -> onBlocks(reply);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void onBlocks(MessageFrame reply) {
        BlockRequest request = requests[reply.transactionContext() & MAX_REQUESTS - 1];
        if (request.place != BlockRequest.Place.SENT || request.cookie() != reply.transactionContext()) {
            context.counters().increment(Counter.STRAY_REPLIES);
            return;
        }
        int status = reply.wordOrZero(CONTROL_WORD);
        if (reply.isFail()) {
            end(request, BlockRequest.GONE, status >>> 24, 0);
        } else if (reply.requestStatus() != RequestStatus.PROGRESS_REPORT) {
            end(request, reply.requestStatus(), status & 0xFFFF, reply.wordOrZero(TRANSFERRED_WORD));
        }
    }

    private void end(BlockRequest request, int requestStatus, int detailedStatus, int transferred) {
        BlockTarget target = request.target();
        if (request.place == BlockRequest.Place.SENT && --target.inFlight == 0 && target.state == BlockTarget.State.CLOSED
            && targets[target.index] == target) {
            remove(target);
        }
        request.place = BlockRequest.Place.ENDED;
        request.requestStatus = requestStatus;
        request.detailedStatus = detailedStatus;
        request.transferred = transferred;
        ended[(endedHead + endedCount) % MAX_REQUESTS] = request;
        endedCount++;
    }

    private int tellEnds(int limit) {
        int work = 0;
        while (work < limit && endedCount > 0 && listener.isReady()) {
            BlockRequest request = ended[endedHead];
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
        int work = endedCount > 0 ? tellEnds(limit) : 0;
        if (openTargets > 0 && (asking > 0 || freeCount < MAX_REQUESTS)) {
            for (int i = 0; i < MAX_TARGETS && work < limit; i++) {
                BlockTarget target = targets[i];
                if (target != null) {
                    work += advance(target, limit - work);
                }
            }
        }
        return work;
    }

    private int advance(BlockTarget target, int limit) {
        return switch (target.state) {
            case ASKING -> target.isGone() ? refuse(target) : ask(target) ? 1 : 0;
            case ASKED -> {
                if (target.isGone() || context.agent().nowNs() >= target.deadlineNs) {
                    yield refuse(target);
                }
                context.agent().wakeAt(target.deadlineNs);
                yield 0;
            }
            case ANSWERED -> tell(target);
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
        BlockRequest request = target.peek();
        while (request != null && work < limit && send(target, request)) {
            target.removeFirst();
            waiting--;
            work++;
            request = target.peek();
        }
        return work;
    }

    /** The disk is gone: what it has, and what it should get, has ended. */
    private int lose(BlockTarget target) {
        dropWaiting(target);
        for (BlockRequest request : requests) {
            if (request.place == BlockRequest.Place.SENT && request.target() == target) {
                end(request, BlockRequest.GONE, 0, 0);
            }
        }
        if (targets[target.index] == target) {
            remove(target);
        }
        return 1;
    }

    private void dropWaiting(BlockTarget target) {
        for (BlockRequest request = target.peek(); request != null; request = target.peek()) {
            target.removeFirst();
            waiting--;
            end(request, BlockRequest.GONE, 0, 0);
        }
    }

    /**
     * Closes all disks of a user. What waits has ended; what the disks have goes on, and ends as usual.
     *
     * @param user who opened them
     */
    public void close(Object user) {
        for (BlockTarget target : targets) {
            if (target == null || target.user() != user || target.state == BlockTarget.State.CLOSED) {
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

    /** {@return requests that wait for a frame of their disk} */
    public int waiting() {
        return waiting;
    }

    /** The IOP is reset: nothing is told any more, and a late answer of a disk finds nothing where it was to be written. */
    public void reset() {
        Arrays.fill(targets, null);
        freeCount = 0;
        for (BlockRequest request : requests) {
            if (request.place != BlockRequest.Place.FREE) {
                listener.onDiscard(request);
            }
            request.clear();
            free[freeCount++] = request;
        }
        endedCount = 0;
        openTargets = 0;
        asking = 0;
        waiting = 0;
        context.bus().remove(answers);
        answers = allocateAnswers();
    }
}
