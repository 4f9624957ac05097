package dev.spine.host.driver;

import static com.google.common.base.Preconditions.checkState;

import dev.spine.host.driver.HostCounters.Counter;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.Request;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.Placement;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The message driver of one IOP: takes frames, writes and posts requests, and gives replies to their handlers.
 *
 * <p>All methods are called on the host agent's thread. The data path ({@link #open}, {@link OutgoingRequest#post}, replies) allocates
 * nothing. Every frame that is taken is posted or put back on every path, and every reply frame is returned before its handler is called,
 * because the handler reads a private copy.
 *
 * <p>Source: I2O 1.5 message flow; NetBSD sys/dev/i2o/iop.c for contexts of index and generation.
 */
public final class IopDriver {
    /** How long a request may take when its sender does not say. */
    public static final long DEFAULT_TIMEOUT_NS = 10_000_000_000L;
    /** How many requests can be in flight at once, standing contexts included. */
    public static final int CONTEXTS = 2048;

    private static final int NOP_WORDS = 3;
    /** What tells a card that a frame is in the host's memory. */
    private static final int DOORBELL_BYTES = 4;

    private final HostAgent host;
    private final AgentContext agent;
    private final Placement frames;
    private final HostPort port;
    private final HostCounters counters;
    private final ContextTable contexts = new ContextTable(CONTEXTS);
    private final OutgoingRequest[] requests;
    private int requestCount;
    private final MessageFrame reply = new MessageFrame();
    private final MessageFrame nop = new MessageFrame();
    private final Deque<ControlCall> waitingCalls = new ArrayDeque<>();
    private int life;
    private boolean resetting;
    private boolean inOperation;

    /**
     * A driver for one IOP.
     *
     * @param host the host's agent
     * @param port the host's end of the IOP's queues
     */
    IopDriver(HostAgent host, HostPort port) {
        this.host = host;
        this.agent = host.context();
        this.frames = agent.placement().frames();
        this.port = port;
        this.counters = host.counters();
        this.requests = new OutgoingRequest[port.maxFrames()];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = new OutgoingRequest(this);
        }
        this.requestCount = requests.length;
        int slotBytes = port.replyFrameBytes();
        this.reply.wrap(Arena.ofAuto().allocate(slotBytes, 64), 0, slotBytes);
        port.bind(agent);
        host.add(this);
    }

    /** {@return the IOP's name} */
    public String name() {
        return port.name();
    }

    /** {@return the host's agent, which calls this driver} */
    public HostAgent host() {
        return host;
    }

    /** {@return the IOP as the bus knows it} */
    public BusAgent busAgent() {
        return port.busAgent();
    }

    /** {@return the host's end of the IOP's queues} */
    HostPort port() {
        return port;
    }

    /** {@return the bytes of a request frame} */
    public int frameBytes() {
        return port.frameBytes();
    }

    public int replyFrameBytes() {
        return reply.slotBytes();
    }

    /** {@return whether the IOP has returned a frame for a request; if not, the host's agent is woken when one returns} */
    public boolean hasFreeFrame() {
        boolean free = !resetting && port.hasFrame();
        if (!free && !resetting) {
            port.awaitFrame();
        }
        return free;
    }

    /** {@return how many requests could be opened now, as far as frames go; {@link Integer#MAX_VALUE} when that is not known} */
    public int freeFrames() {
        return resetting ? 0 : port.freeFrames();
    }

    /** {@return requests in flight and standing contexts} */
    public int contextsInUse() {
        return contexts.inUse();
    }

    /** {@return the contexts that are in use, in no order that matters; allocates: for tests and reports} */
    public List<OpenContext> openContexts() {
        return contexts.open();
    }

    /**
     * Opens a request.
     *
     * @param targetTid its target on the IOP
     * @param functionCode its function
     * @param words its size, 4 to a quarter of {@link #frameBytes}
     * @param sglOffsetWords word index of its scatter-gather list, 0 for none
     * @param handler receives its replies; the last one ends the request
     * @return the request, to be posted or cancelled; null when the IOP has returned no frame, all contexts are in use, or the IOP is
     *     being reset: counted, and the agent is woken when a frame returns
     */
    public @Nullable OutgoingRequest open(int targetTid, int functionCode, int words, int sglOffsetWords, ReplyHandler handler) {
        checkSize(words);
        int context = contexts.open(handler);
        if (context == ContextTable.NONE) {
            counters.increment(Counter.NO_CONTEXT);
            return null;
        }
        OutgoingRequest request = begin(targetTid, functionCode, words, sglOffsetWords, context);
        if (request == null) {
            contexts.close(context);
        }
        return request;
    }

    /**
     * Opens a request whose replies, if any, go to a standing context: LAN ReceivePost, EventRegister.
     *
     * @param targetTid its target on the IOP
     * @param functionCode its function
     * @param words its size, 4 to a quarter of {@link #frameBytes}
     * @param sglOffsetWords word index of its scatter-gather list, 0 for none
     * @param standingContext what {@link #standingContext} returned
     * @return the request, or null as for {@link #open(int, int, int, int, ReplyHandler)}
     */
    public @Nullable OutgoingRequest openStanding(int targetTid, int functionCode, int words, int sglOffsetWords, int standingContext) {
        if (contexts.handler(standingContext) == null) {
            throw new IllegalArgumentException("context 0x" + Integer.toHexString(standingContext) + " of " + name()
                + " is not standing: use one that standingContext() returned and that was not released");
        }
        checkSize(words);
        return begin(targetTid, functionCode, words, sglOffsetWords, standingContext);
    }

    private void checkSize(int words) {
        if (words < MessageFrame.HEADER_WORDS || words * Integer.BYTES > port.frameBytes()) {
            throw new IllegalArgumentException("a request to " + name() + " has " + MessageFrame.HEADER_WORDS + " to "
                + port.frameBytes() / Integer.BYTES + " words, not " + words);
        }
    }

    /** Opens a request that gets no reply frame at all: StatusGet, OutboundInit, IopReset. */
    @Nullable OutgoingRequest openSilent(int functionCode, int words) {
        return begin(Tid.EXECUTIVE, functionCode, words, 0, ContextTable.NONE);
    }

    private @Nullable OutgoingRequest begin(int targetTid, int functionCode, int words, int sglOffsetWords, int context) {
        int frame = resetting || requestCount == 0 ? HostPort.NONE : port.take();
        if (frame == HostPort.NONE) {
            counters.increment(Counter.NO_FRAME);
            if (!resetting) {
                // During a reset it is not a frame that is missed: there may be many. Who waits is served in the turn that ends the reset.
                port.awaitFrame();
            }
            return null;
        }
        agent.charge(Op.BUILD_FRAME);
        OutgoingRequest request = requests[--requestCount];
        MessageFrame writer = request.begin(frame, context, life);
        port.open(frame, writer);
        writer.header(words, 0, sglOffsetWords, functionCode, Tid.HOST, targetTid);
        writer.contexts(context, 0);
        return request;
    }

    void post(OutgoingRequest request, long timeoutNs) {
        int frame = request.end();
        requests[requestCount++] = request;
        int context = request.context();
        if (request.life() != life) {
            port.putBack(frame);
            fail(context, RequestFailure.IOP_RESET);
            return;
        }
        if (context != ContextTable.NONE && !contexts.isStanding(context)) {
            contexts.deadline(context, agent.nowNs() + timeoutNs);
        }
        send(frame, request.frame());
    }

    private void send(int frame, MessageFrame message) {
        int bytes = message.sizeWords() * Integer.BYTES;
        switch (frames) {
            case CARD -> {
                agent.charge(Op.REGISTER_READ);
                agent.charge(Op.FRAME_WORD_WRITE, message.sizeWords());
                agent.charge(Op.REGISTER_WRITE);
                agent.programmedIo(host.dma(), port.busAgent(), bytes);
            }
            case HOST -> {
                agent.charge(Op.TOUCH_BYTE, bytes);
                agent.charge(Op.REGISTER_WRITE);
                agent.programmedIo(host.dma(), port.busAgent(), DOORBELL_BYTES);
            }
        }
        counters.increment(Counter.MESSAGES_SENT);
        port.post(frame);
    }

    void cancel(OutgoingRequest request) {
        port.putBack(request.end());
        requests[requestCount++] = request;
        int context = request.context();
        if (context != ContextTable.NONE && !contexts.isStanding(context)) {
            contexts.close(context);
        }
    }

    /**
     * Forgets a posted request: its handler is notified of nothing more, its reply is counted as late.
     *
     * @param context of {@link OutgoingRequest#context}
     * @return false when the request is over already
     */
    public boolean abandon(int context) {
        if (contexts.handler(context) == null || contexts.isStanding(context)) {
            return false;
        }
        contexts.close(context);
        return true;
    }

    /**
     * Makes a context for replies that come again and again: LAN receive, events. It ends by {@link #release} only; a reset of the IOP is
     * told to its handler.
     *
     * @param handler receives the replies
     * @return the value to use with {@link #openStanding}
     * @throws IllegalStateException when all contexts are in use: release some
     */
    public int standingContext(ReplyHandler handler) {
        int context = contexts.openStanding(handler);
        checkState(context != ContextTable.NONE, "all %s contexts of %s are in use: release some", CONTEXTS, name());
        return context;
    }

    /**
     * Ends a standing context; later replies to it are counted as late.
     *
     * @param context what {@link #standingContext} returned
     */
    public void release(int context) {
        if (contexts.handler(context) == null || !contexts.isStanding(context)) {
            throw new IllegalArgumentException("context 0x" + Integer.toHexString(context) + " of " + name() + " is not standing");
        }
        contexts.close(context);
    }

    /** Polls the outbound queue pair. */
    int pollReplies(int limit) {
        int work = 0;
        while (work < limit) {
            int frame = port.nextReply();
            if (frame == HostPort.NONE) {
                break;
            }
            work++;
            host.replyFound();
            onReply(frame);
        }
        return work;
    }

    private void onReply(int frame) {
        // With frames on the card, the queues of replies are registers of the card.
        if (frames == Placement.CARD) {
            agent.charge(Op.REGISTER_READ);
        }
        agent.charge(Op.PARSE_FRAME);
        boolean valid = port.copyReply(frame, reply);
        if (frames == Placement.CARD) {
            agent.charge(Op.REGISTER_WRITE);
        }
        port.freeReply(frame);
        if (!valid || !reply.isReply()) {
            counters.increment(Counter.MALFORMED_REPLIES);
            return;
        }
        agent.charge(Op.DISPATCH);
        if (reply.isFail()) {
            onTransportFailure();
            return;
        }
        int context = reply.initiatorContext();
        ReplyHandler handler = contexts.handler(context);
        if (handler == null) {
            counters.increment(contexts.isPossible(context) ? Counter.LATE_REPLIES : Counter.STRAY_REPLIES);
            return;
        }
        if ((reply.flags() & MessageFlags.LAST) != 0 && !contexts.isStanding(context)) {
            contexts.close(context);
        }
        handler.onReply(reply);
    }

    private void onTransportFailure() {
        counters.increment(Counter.TRANSPORT_FAILURES);
        int mfa = reply.wordOrZero(Replies.PRESERVED_MFA_WORD);
        int context = reply.initiatorContext();
        int failureCode = reply.requestStatus();
        returnPreserved(mfa);
        fail(context, RequestFailure.transport(failureCode));
    }

    /** Returns a preserved frame as the architecture asks: as a no-operation. */
    private void returnPreserved(int mfa) {
        int preserved = port.reclaimPreserved(mfa);
        if (preserved == HostPort.NONE) {
            counters.increment(Counter.PRESERVED_UNKNOWN);
            return;
        }
        port.open(preserved, nop);
        nop.header(NOP_WORDS, 0, 0, Function.UTIL_NOP, Tid.HOST, Tid.EXECUTIVE);
        counters.increment(Counter.PRESERVED_RETURNED);
        send(preserved, nop);
    }

    private void fail(int context, RequestFailure why) {
        if (context == ContextTable.NONE) {
            return;
        }
        ReplyHandler handler = contexts.handler(context);
        if (handler == null) {
            counters.increment(contexts.isPossible(context) ? Counter.LATE_REPLIES : Counter.STRAY_REPLIES);
            return;
        }
        if (!contexts.isStanding(context)) {
            contexts.close(context);
        }
        handler.onFailure(why);
    }

    long nextDeadlineNs() {
        long next = contexts.nextDeadlineNs();
        // Asked in every idle cycle: no iterator for the ordinary case that nothing waits.
        if (!waitingCalls.isEmpty()) {
            for (ControlCall call : waitingCalls) {
                next = Math.min(next, call.deadlineNs());
            }
        }
        return next;
    }

    /** Timeouts, and control calls that wait for a frame. */
    int doWork(int limit) {
        int work = 0;
        long nowNs = agent.nowNs();
        while (work < limit && nowNs >= contexts.nextDeadlineNs()) {
            ReplyHandler expired = contexts.takeExpired(nowNs);
            if (expired == null) {
                break;
            }
            work++;
            agent.charge(Op.TIMER);
            counters.increment(Counter.TIMEOUTS);
            expired.onFailure(RequestFailure.TIMEOUT);
        }
        for (ControlCall call = waitingCalls.peek(); call != null && work < limit; call = waitingCalls.peek()) {
            if (!tryStart(call) && nowNs < call.deadlineNs()) {
                break;
            }
            waitingCalls.remove(call);
            work++;
            if (!call.isStarted()) {
                call.onFailure(RequestFailure.CONGESTION);
            }
        }
        return work;
    }

    /**
     * Sends a control request and gives its reply as a value; waits for a frame if there is none. Allocates: not for the data path.
     *
     * @param targetTid its target on the IOP
     * @param message the request
     * @param timeoutNs in how many nanoseconds the reply must have come, the wait for a frame included
     * @return the reply's own copy, whatever its status; fails with {@link RequestFailedException}
     */
    public Pending<MessageFrame> call(int targetTid, Request message, long timeoutNs) {
        ControlCall call = new ControlCall(name(), targetTid, message, agent.nowNs() + timeoutNs);
        if (!waitingCalls.isEmpty() || !tryStart(call)) {
            waitingCalls.add(call);
        }
        return call.result();
    }

    private boolean tryStart(ControlCall call) {
        Request message = call.message();
        OutgoingRequest request = open(call.targetTid(), message.kind().function(), message.sizeWords(), 0, call);
        if (request == null) {
            return false;
        }
        call.started();
        message.emit(request.frame(), Header.fromHost(call.targetTid(), request.context(), 0));
        request.post(Math.max(1, call.deadlineNs() - agent.nowNs()));
        return true;
    }

    /** {@return whether the IOP is being reset, and no request can be opened} */
    public boolean isResetting() {
        return resetting;
    }

    /** {@return whether the IOP was in operation when it last said so, and was not reset since: it delivers messages to its devices} */
    public boolean isInOperation() {
        return inOperation;
    }

    /** The IOP has said whether it is in operation. */
    void inOperation(boolean isSo) {
        inOperation = isSo;
    }

    /** A reset has been asked for: no request can be opened, and frames held for open requests stay with the host. */
    void beginReset() {
        counters.increment(Counter.RESETS);
        resetting = true;
        inOperation = false;
        life++;
    }

    /**
     * The IOP has begun the reset, or has said that it is clear: it has forgotten all that it had in work and touches no memory of ours for
     * it any more. Only now every request fails, because whoever made it uses its memory for something else then.
     */
    void forgotten() {
        for (ReplyHandler handler = contexts.takePosted(); handler != null; handler = contexts.takePosted()) {
            handler.onFailure(RequestFailure.IOP_RESET);
        }
        for (ReplyHandler handler : contexts.standingHandlers()) {
            handler.onFailure(RequestFailure.IOP_RESET);
        }
    }

    /** The reset is over, or was refused: requests can be opened again. */
    void endReset() {
        resetting = false;
    }

    /** Throws away what the IOP has posted: replies of an earlier life. */
    void discardReplies() {
        port.discardReplies();
    }

    /**
     * Gives the IOP reply frames, after it has initialised its outbound queue and so forgotten all that it had.
     *
     * @param memory host memory for the frames
     * @param base bus address of {@code memory}
     * @param frames how many, of the queue pair's slot size
     */
    void giveReplyFrames(MemorySegment memory, long base, int frames) {
        port.giveReplyFrames(memory, base, frames);
        agent.charge(Op.REGISTER_WRITE, frames);
    }

    @Override
    public String toString() {
        return "driver of " + name() + ", " + contexts.inUse() + " contexts in use, " + (requests.length - requestCount) + " requests open";
    }
}
