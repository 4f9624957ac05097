package dev.spine.iop.kernel;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.Tid;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.Placement;
import dev.spine.iop.engine.Renewable;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The one agent of an IOP: polls queue pairs, dispatches requests to modules, sends their replies, and gives each module its turn.
 *
 * <p>Everything on the card belongs to the thread that calls {@link #doWork}. Building (adding modules, opening queue pairs) happens before
 * the engine starts, or on that thread.
 */
public final class IopKernel implements Renewable, IopDirectory {
    private static final int LAST_UTILITY_FUNCTION = 0x1F;
    /** Frames for requests between modules of this IOP, and as many for their replies, so that a flood of requests cannot stop them. */
    private static final int LOCAL_FRAMES = 16;

    private final String name;
    private final AgentContext agent;
    private final DmaEngine dma;
    /** Where frames of the host lie. */
    private final Placement frames;
    private final MessagingUnit unit;
    private final UtilityService utility;
    private final TidTable tids = new TidTable();
    private final IopCounters counters = new IopCounters();
    private final QueuePair localQueuePair;
    private final QueuePair localReplyQueuePair;
    private final InboundPort hostPort;
    private final ReplyPaths replies;
    private IntConsumer disconnected = _ -> { };
    private final DeviceRoster roster = new DeviceRoster(this, tids);
    private final ExternalConnections connections;
    private InboundPort[] ports = {};
    private int cursor;
    private IopState state = IopState.INITIALIZING;
    private int iopId;
    private int hostUnitId;
    private int hostPageBytes;
    private int changeIndicator = 1;

    /**
     * An IOP without devices.
     *
     * @param name its name in the system file
     * @param agent its agent's context
     * @param dma its DMA engine
     * @param unit its messaging unit
     * @param utility answers utility messages
     */
    public IopKernel(String name, AgentContext agent, DmaEngine dma, MessagingUnit unit, UtilityService utility) {
        this.name = name;
        this.agent = agent;
        agent.counts("kernel", counters);
        this.dma = dma;
        this.frames = agent.placement().frames();
        this.unit = unit;
        this.utility = utility;
        this.localQueuePair = unit.openQueuePair(name + " itself", QueuePair.Kind.REQUEST, LOCAL_FRAMES);
        this.localReplyQueuePair = unit.openQueuePair(name + " itself, replies", QueuePair.Kind.REPLY, LOCAL_FRAMES);
        this.replies = new ReplyPaths(new MessageRoute(agent, dma, BusAgent.host(), unit.hostLink().outbound(), Tid.HOST, Tid.HOST),
            new MessageRoute(agent, dma, dma.busAgent(), localReplyQueuePair, Tid.NONE, Tid.NONE));
        this.connections = new ExternalConnections(this, tids, replies);
        this.hostPort = new InboundPort(this, unit.hostLink().inbound(), BusAgent.host());
        open(hostPort);
        open(new InboundPort(this, localQueuePair, dma.busAgent()));
        open(new InboundPort(this, localReplyQueuePair, dma.busAgent()));
    }

    /**
     * Adds the executive, which lives at TID 0.
     *
     * @param executive the module
     */
    public void installExecutive(DeviceModule executive) {
        roster.install(tids.put(Tid.EXECUTIVE, executive));
    }

    /**
     * Adds a device at the next free TID: while the system is built, or on the IOP's agent at any time. The configuration table then has a
     * new entry, of which the host is told, and a device that arrives at a card in operation takes part in it at once.
     *
     * @param module the module
     * @return its TID
     */
    public int install(DeviceModule module) {
        DeviceSlot slot = tids.add(module);
        roster.install(slot);
        return slot.tid();
    }

    /**
     * Takes a device off the card, on the IOP's agent: its requests are answered as terminated, its entry leaves the configuration table,
     * and messages to its TID find nobody.
     *
     * @param slot the device, not the executive
     */
    public void remove(DeviceSlot slot) {
        roster.remove(slot);
        changeIndicator++;
    }

    /**
     * As {@link #remove}, but the device comes back when the card is reset and its modules are loaded anew.
     *
     * @param slot the device, not the executive
     */
    public void destroy(DeviceSlot slot) {
        roster.destroy(slot);
        changeIndicator++;
    }

    /**
     * Says who clears up after devices that leave.
     *
     * @param clearing is told of each slot that has left, before its TID can be another's
     */
    public void onLeave(Consumer<DeviceSlot> clearing) {
        roster.onLeave(clearing);
    }

    /**
     * Says who clears up after objects of other IOPs whose connection has ended.
     *
     * @param clearing is told of the alias of each, before it can be another's
     */
    public void onDisconnect(IntConsumer clearing) {
        disconnected = clearing;
    }

    /**
     * The connection of another IOP's object ends: what it has asked for here is aborted, so that no byte moves for it any more, and what
     * it has a right to ends.
     */
    void endRequestsOf(AliasEntry row) {
        DeviceSlot slot = tids.device(row.localTid());
        if (slot != null) {
            AbortSelection selection = AbortSelection.everythingOf(row.remote(), row.alias());
            counters.add(Counter.ABORTED_REQUESTS, abortDeferred(slot, selection) + slot.module().abort(selection));
        }
        disconnected.accept(row.alias());
    }

    /** {@return how many frames of the host are static now} */
    public int staticFrames() {
        return hostPort.staticFrames();
    }

    /**
     * Ends the life of a static frame of the host, which returns to the free list.
     *
     * @param address its MFA
     * @return what became of it
     */
    public StaticRelease releaseStatic(int address) {
        return hostPort.releaseStatic(agent, address);
    }

    /** {@return how many postings of static frames are unanswered} */
    public int staticInstances() {
        return hostPort.staticInstances();
    }

    /**
     * {@inheritDoc}
     *
     * <p>The IOP has failed: until it is reset only its executive answers. Every grant that it has given ends.
     */
    @Override
    public void threadLost() {
        counters.increment(Counter.THREADS_LOST);
        dma.bus().grants().revokeAll(dma.busAgent());
        roster.halt();
        state = IopState.FAILED;
    }

    @Override
    public void threadEnded() {
        roster.threadEnded();
    }

    /** {@return whether the IOP has failed because its thread was given up, and was not reset since} */
    public boolean isHalted() {
        return roster.isHalted();
    }

    /** Brings back what {@link #destroy} took away, and the turns of modules whose thread was given up: part of a reset. */
    public void reload() {
        roster.resume();
        roster.reload();
    }

    /**
     * Resets one device and answers all requests for it as terminated by their target, those of its event queue too.
     *
     * @param slot the device
     * @return how many requests were answered
     */
    public int terminate(DeviceSlot slot) {
        return roster.terminate(slot);
    }

    /**
     * Answers the requests in a device's event queue that an initiator aborts.
     *
     * @param slot the device
     * @param selection which
     * @return how many
     */
    public int abortDeferred(DeviceSlot slot, AbortSelection selection) {
        return roster.abortDeferred(slot, selection);
    }

    /** Does something with each request that an object of this IOP has got and not answered. */
    void forEachInWork(Consumer<KernelRequest> action) {
        for (InboundPort port : ports) {
            port.forEachInWork(action);
        }
    }

    @Override
    public InboundPort port(QueuePair queuePair, BusAgent sender) {
        return new InboundPort(this, queuePair, sender);
    }

    /** {@return the IOP's counters} */
    public IopCounters counters() {
        return counters;
    }

    /** {@return the bus agent of this IOP} */
    public BusAgent busAgent() {
        return dma.busAgent();
    }

    @Override
    public String roleName() {
        return agent.path();
    }

    @Override
    public int doWork(int limit) {
        agent.charge(Op.POLL);
        int work = replies.hasWaiting() ? replies.sendWaiting(limit) : 0;
        InboundPort[] queuePairs = ports;
        DeviceModule[] devices = roster.workers();
        int count = queuePairs.length + devices.length;
        int at = cursor < count ? cursor : 0;
        for (int i = 0; i < count && work < limit; i++) {
            if (at >= queuePairs.length) {
                work += devices[at - queuePairs.length].doWork(limit - work);
            } else if (state != IopState.INITIALIZING) {
                // While the IOP boots, what is posted waits.
                work += pollQueuePair(queuePairs[at], limit - work);
            }
            if (++at == count) {
                at = 0;
            }
        }
        // The next cycle begins after the source that was served last, so that none is starved by a small limit.
        cursor = at;
        return work;
    }

    private int pollQueuePair(InboundPort port, int limit) {
        QueuePair queuePair = port.queuePair();
        int work = 0;
        // A reset in the middle ends the polling: what is posted after it belongs to the next life.
        while (work < limit && state != IopState.INITIALIZING) {
            Frame frame = queuePair.poll();
            if (frame == null) {
                break;
            }
            work++;
            onFrame(port, frame);
        }
        return work;
    }

    /** A frame has been posted: copy it, check the copy, and find out what it is. */
    private void onFrame(InboundPort port, Frame frame) {
        agent.charge(Op.PARSE_FRAME);
        counters.increment(Counter.FRAMES_IN);
        KernelRequest request = port.requestOf(frame);
        if (request == null) {
            counters.increment(Counter.STATIC_REFUSED);
            return;
        }
        boolean whole = request.load(frame);
        if (frames == Placement.HOST && port.sender().isHost()) {
            fetched(port, request.frame().sizeBytes());
        }
        if (!whole) {
            counters.increment(Counter.MALFORMED_FRAMES);
            fail(request, request.frame().sizeWords() < MessageFrame.MIN_WORDS ? FailureCode.FRAME_TOO_SMALL : FailureCode.FRAME_TOO_LARGE);
            return;
        }
        MessageFrame copy = request.frame();
        if (copy.isReply()) {
            onReply(request);
        } else if (request.isBeyondLimit()) {
            counters.increment(Counter.STATIC_REFUSED);
            fail(request, FailureCode.CONGESTION);
        } else if (copy.version() > MessageFrame.VERSION_1_5) {
            counters.increment(Counter.MALFORMED_FRAMES);
            fail(request, FailureCode.INVALID_VERSION);
        } else if ((copy.flags() & MessageFlags.CONTEXT_64_BIT) != 0) {
            counters.increment(Counter.MALFORMED_FRAMES);
            fail(request, FailureCode.INVALID_MESSAGE_FLAGS);
        } else if (copy.function() == Function.UTIL_NOP) {
            request.finish();
        } else if (isPeer(request.sender())) {
            admitPeer(request);
        } else {
            dispatch(request);
        }
    }

    /** The frame lies in the host's memory: each of its words is a read over the bus, for which the processor waits. */
    private void fetched(InboundPort port, int claimedBytes) {
        int bytes = Math.clamp(claimedBytes, MessageFrame.MIN_WORDS * Integer.BYTES, port.queuePair().slotBytes());
        agent.charge(Op.REGISTER_READ, bytes / Integer.BYTES);
        agent.programmedIo(dma, port.sender(), bytes);
    }

    private boolean isPeer(BusAgent sender) {
        return !sender.isHost() && sender.id() != dma.busAgent().id();
    }

    /**
     * A request of another IOP travels on a connection that both sides have opened: anything else is forged or corrupt, and has no way
     * for an answer. Of the executive a peer may ask connections and utilities, nothing that changes the IOP.
     */
    private void admitPeer(KernelRequest request) {
        MessageFrame copy = request.frame();
        int function = copy.function();
        boolean toExecutive = copy.target() == Tid.EXECUTIVE;
        if (toExecutive && function == Function.EXEC_IOP_CONNECT) {
            dispatch(request);
            return;
        }
        AliasEntry row = connections.of(request);
        ReplyPath way = row == null ? null : connections.replyPath(row);
        if (row == null || way == null) {
            counters.increment(Counter.UNCONNECTED_REQUESTS);
            request.finish();
            return;
        }
        request.bind(way);
        if (paths().isStopped(row.remoteTid(), row.remoteIopId())) {
            counters.increment(Counter.SUSPENDED_REQUESTS);
            fail(request, FailureCode.SERVICE_SUSPENDED);
        } else if (toExecutive && function != Function.EXEC_CONN_SETUP && !isUtility(function)) {
            counters.increment(Counter.UNKNOWN_FUNCTIONS);
            Replies.transactionError(copy, request.openReply(), DetailedStatus.INAPPROPRIATE_FUNCTION, 0);
            request.sendReply();
        } else {
            dispatch(request);
        }
    }

    /** A request: find the device at its target TID, or say why not. */
    private void dispatch(KernelRequest request) {
        agent.charge(Op.DISPATCH);
        int target = request.frame().target();
        DeviceSlot slot = tids.device(target);
        if (slot == null) {
            counters.increment(Counter.UNKNOWN_TARGETS);
            fail(request, FailureCode.INVALID_TARGET_ID);
        } else if (target != Tid.EXECUTIVE && !stateAdmits(request.frame().function())) {
            counters.increment(Counter.STATE_ERRORS);
            fail(request, FailureCode.STATE_ERROR);
        } else if ((slot.isHeld() || !slot.eventQueue().isEmpty()) && request.frame().function() != Function.UTIL_ABORT) {
            // An abort does not queue behind what it aborts.
            counters.increment(Counter.DEFERRED_REQUESTS);
            slot.eventQueue().append(request);
        } else {
            admit(slot, request);
        }
    }

    /** Somebody may have the device for himself; what is admitted reaches it. */
    private void admit(DeviceSlot slot, KernelRequest request) {
        if (!slot.isRestricted() || isUtility(request.frame().function()) || utility.admits(slot, request)) {
            deliver(slot, request);
        }
    }

    private boolean stateAdmits(int function) {
        return state == IopState.OPERATIONAL || (state == IopState.READY && isUtility(function));
    }

    private static boolean isUtility(int function) {
        return function <= LAST_UTILITY_FUNCTION;
    }

    private void deliver(DeviceSlot slot, KernelRequest request) {
        request.delivered();
        if (isUtility(request.frame().function())) {
            utility.onUtility(slot, request);
        } else {
            slot.module().onMessage(request);
        }
    }

    /** A reply: its initiator lives here, under the TID that the request carried. Consuming it needs no frame. */
    private void onReply(KernelRequest request) {
        DeviceSlot slot = tids.device(request.frame().initiator());
        if (slot == null || (isPeer(request.sender()) && !connections.admitsReply(request))) {
            counters.increment(Counter.STRAY_REPLIES);
        } else {
            slot.module().onReply(request.frame());
        }
        request.finish();
    }

    /**
     * Answers a request that cannot be delivered by a transport failure. A host's frame is named in it and preserved until the host
     * returns it as a no-operation; a peer's is returned, and its transaction context stands in the reply instead. Before the outbound
     * queue exists the frame is only returned: a reply could not leave, and would hold its frame.
     *
     * @param request the request, ended by this
     * @param failureCode a value of {@link FailureCode}
     */
    public void fail(KernelRequest request, int failureCode) {
        boolean broken = state == IopState.FAILED || state == IopState.FAULTED;
        if (state == IopState.INITIALIZING || state == IopState.RESET || broken && unit.hostLink().outbound().frameCount() == 0) {
            request.finish();
            return;
        }
        counters.increment(Counter.TRANSPORT_FAILURES);
        boolean fromHost = request.sender().isHost() && !request.isOfStaticFrame();
        int preserved = fromHost ? request.preserveAtEnd() : 0;
        MessageFrame reply = request.openReply();
        Replies.transportFailure(request.frame(), reply, failureCode, iopId, hostUnitId, preserved);
        if (!fromHost) {
            reply.contexts(reply.initiatorContext(), request.frame().wordOrZero(3));
        }
        request.sendReply();
    }

    /** The path on which the replies to a request of the host or of a local object go; null for others, whose path is bound on arrival. */
    @Nullable ReplyPath replyPath(KernelRequest request) {
        BusAgent sender = request.sender();
        if (sender.id() == dma.busAgent().id()) {
            return replies.local();
        }
        return sender.isHost() ? replies.host() : null;
    }

    void replyLeft() {
        counters.increment(Counter.REPLIES_OUT);
    }

    void strayReply() {
        counters.increment(Counter.STRAY_REPLIES);
    }

    void replyWaits(ReplyPath path, KernelRequest request) {
        counters.increment(Counter.REPLIES_WAITED);
        replies.append(path, request);
    }

    void free(Frame frame) {
        frame.queuePair().free(agent, frame);
    }

    /**
     * Forgets all requests, replies that wait and frames in queue pairs, and returns the frames: part of a reset or clear. Modules are told
     * by the executive, before this.
     *
     * @param survivor a request that goes on, or null
     */
    public void discardTraffic(@Nullable KernelRequest survivor) {
        replies.forget();
        for (DeviceSlot slot : tids.devices()) {
            KernelRequest deferred = slot.eventQueue().take();
            while (deferred != null) {
                // The frames of these requests are returned with all others below.
                deferred = slot.eventQueue().take();
            }
            slot.hold(false);
        }
        for (InboundPort port : ports) {
            port.dropAll(survivor);
        }
    }

    /**
     * The way for replies that follow a request again and again after it has ended: events, receive buckets. They wait in the module's own
     * bounded state when there is no frame, never here.
     *
     * @param request a request in work
     * @return a route whose {@link MessageRoute#initiator} and {@link MessageRoute#target} are to be written into the replies as they are,
     *     or null when the sender has named no object of its own
     */
    public @Nullable MessageRoute openEndedReplies(KernelRequest request) {
        MessageFrame frame = request.frame();
        int sender = request.sender().id();
        if (sender == BusAgent.HOST_ID) {
            return new MessageRoute(agent, dma, BusAgent.host(), unit.hostLink().outbound(), frame.initiator(), frame.target());
        }
        if (sender == dma.busAgent().id()) {
            return new MessageRoute(agent, dma, dma.busAgent(), localReplyQueuePair, frame.initiator(), frame.target());
        }
        return connections.openEndedReplies(request);
    }

    /** Forgets the replies to the host that wait and the frame that is open for one: the host's frames are about to be forgotten. */
    public void forgetHostReplies() {
        replies.dropHostReplies();
    }

    /** Gives back the frame that is open for a reply to the host, before the host's memory changes; what waits is sent later. */
    public void closeHostReply() {
        replies.host().route().cancel();
    }

    /** {@return how often connections were made or ended so far} */
    public int connectionChanges() {
        return connections.changes();
    }

    /** {@return the agent of this IOP} */
    public AgentContext agent() {
        return agent;
    }

    /** {@return the card's DMA engine} */
    public DmaEngine dma() {
        return dma;
    }

    // --- what the IOP knows of itself

    @Override
    public String iopName() {
        return name;
    }

    @Override
    public IopState state() {
        return state;
    }

    @Override
    public void state(IopState next) {
        this.state = next;
    }

    @Override
    public int iopId() {
        return iopId;
    }

    @Override
    public int hostUnitId() {
        return hostUnitId;
    }

    @Override
    public int hostPageBytes() {
        return hostPageBytes;
    }

    @Override
    public void hostPageBytes(int bytes) {
        this.hostPageBytes = bytes;
    }

    @Override
    public void identity(int newIopId, int newHostUnitId) {
        this.iopId = newIopId;
        this.hostUnitId = newHostUnitId;
    }

    @Override
    public MessagingUnit unit() {
        return unit;
    }

    @Override
    public List<DeviceSlot> devices() {
        return tids.devices();
    }

    @Override
    public @Nullable DeviceSlot device(int tid) {
        return tids.device(tid);
    }

    @Override
    public List<AliasEntry> connections() {
        return connections.entries();
    }

    @Override
    public @Nullable AliasEntry connection(int alias) {
        return tids.alias(alias);
    }

    @Override
    public int allocateAlias() {
        return tids.allocateAlias();
    }

    @Override
    public void connect(AliasEntry entry) {
        connections.connect(entry);
    }

    @Override
    public void disconnect(int alias) {
        connections.disconnect(alias);
    }

    @Override
    public int changeIndicator() {
        return changeIndicator;
    }

    @Override
    public void changed(DeviceSlot slot) {
        changeIndicator++;
        slot.changeIndicator(changeIndicator);
    }

    @Override
    public void open(InboundPort port) {
        InboundPort[] next = Arrays.copyOf(ports, ports.length + 1);
        next[ports.length] = port;
        ports = next;
        agent.consumes(port.queuePair().postList());
    }

    @Override
    public List<HardwareResourceTable.Entry> adapters() {
        return roster.adapters();
    }

    @Override
    public void close(InboundPort port) {
        ports = Arrays.stream(ports).filter(other -> other != port).toArray(InboundPort[]::new);
    }

    @Override
    public PathControl paths() {
        return connections.paths();
    }

    /** {@return whether a reply to the host waits because the host has given no frame for it} */
    public boolean isShortOfHostFrames() {
        return replies.host().hasWaiting();
    }

    // --- what modules ask for, through their contexts

    MessageRoute toHost() {
        return new MessageRoute(agent, dma, BusAgent.host(), unit.hostLink().outbound(), Tid.HOST, Tid.HOST);
    }

    MessageRoute toLocal(int initiator, int target) {
        return new MessageRoute(agent, dma, dma.busAgent(), localQueuePair, initiator, target);
    }

    DeviceRoster roster() {
        return roster;
    }

    void resume(DeviceSlot slot) {
        slot.hold(false);
        KernelRequest request = slot.eventQueue().take();
        while (request != null) {
            admit(slot, request);
            request = slot.isHeld() ? null : slot.eventQueue().take();
        }
    }
}
