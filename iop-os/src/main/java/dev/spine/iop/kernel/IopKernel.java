package dev.spine.iop.kernel;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.Tid;
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
import java.util.HashMap;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The one agent of an IOP: polls queue pairs, dispatches requests to modules, sends their replies, and gives each module its turn.
 *
 * <p>Everything on the card belongs to the thread that calls {@link #doWork}. Building (adding modules, opening queue pairs) happens before
 * the engine starts, or on that thread.
 */
public final class IopKernel implements Renewable {
    private static final int LAST_UTILITY_FUNCTION = 0x1F;
    /** Frames for requests between modules of this IOP, and as many for their replies, so that a flood of requests cannot stop them. */
    private static final int LOCAL_FRAMES = 16;

    private final AgentContext agent;
    private final DmaEngine dma;
    /** Where frames of the host lie. */
    private final Placement frames;
    private final UtilityService utility;
    private final IopCounters counters = new IopCounters();
    private final IopDirectory directory;
    private final MessageRoutes routes;
    private final ReplyPaths replies;
    private final InboundPorts ports;
    private final InboundPort hostPort;
    private final ExternalConnections connections;
    private final DeviceRoster roster;
    private IntConsumer disconnected = _ -> { };
    private int cursor;

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
        this.agent = agent;
        agent.counts("kernel", counters);
        this.dma = dma;
        this.frames = agent.placement().frames();
        this.utility = utility;
        this.directory = new IopDirectory(name, unit);
        this.routes = new MessageRoutes(agent, dma, unit.hostLink().outbound(),
            unit.openQueuePair(name + " itself", QueuePair.Kind.REQUEST, LOCAL_FRAMES),
            unit.openQueuePair(name + " itself, replies", QueuePair.Kind.REPLY, LOCAL_FRAMES));
        this.replies = new ReplyPaths(routes, counters);
        this.connections = new ExternalConnections(directory, routes, replies, this::endRequestsOf);
        this.ports = new InboundPorts(agent, replies);
        this.hostPort = ports.open(unit.hostLink().inbound(), BusAgent.host());
        ports.open(routes.local(), dma.busAgent());
        ports.open(routes.localReplies(), dma.busAgent());
        this.roster = new DeviceRoster(new IopParts(directory, routes, ports, connections, counters, new HashMap<>(), this::resume));
    }

    /**
     * Adds the executive, which lives at TID 0.
     *
     * @param executive the module
     */
    public void installExecutive(DeviceModule executive) {
        roster.install(directory.put(new DeviceSlot(Tid.EXECUTIVE, executive)));
    }

    /**
     * Adds a device at the next free TID: while the system is built, or on the IOP's agent at any time. The configuration table then has a
     * new entry, of which the host is told, and a device that arrives at a card in operation takes part in it at once.
     *
     * @return its TID
     */
    public int install(DeviceModule module) {
        DeviceSlot slot = directory.add(module);
        roster.install(slot);
        return slot.tid();
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
    private void endRequestsOf(AliasEntry row) {
        DeviceSlot slot = directory.device(row.localTid());
        if (slot != null) {
            AbortSelection selection = AbortSelection.everythingOf(row.remote(), row.alias());
            counters.add(Counter.ABORTED_REQUESTS, roster.abortDeferred(slot, selection) + slot.module().abort(selection));
        }
        disconnected.accept(row.alias());
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
        directory.state(IopState.FAILED);
    }

    @Override
    public void threadEnded() {
        roster.threadEnded();
    }

    // --- its parts

    /** {@return the IOP's state and its tables} */
    public IopDirectory directory() {
        return directory;
    }

    /** {@return its modules} */
    public DeviceRoster roster() {
        return roster;
    }

    /** {@return its connections with objects of other IOPs} */
    public ExternalConnections connections() {
        return connections;
    }

    /** {@return its inbound queue pairs} */
    public InboundPorts ports() {
        return ports;
    }

    /** {@return the queue pair of the host} */
    public InboundPort hostPort() {
        return hostPort;
    }

    /** {@return the paths on which its replies leave} */
    public ReplyPaths replies() {
        return replies;
    }

    /** {@return what it counts} */
    public IopCounters counters() {
        return counters;
    }

    public AgentContext agent() {
        return agent;
    }

    /** {@return the card's DMA engine} */
    public DmaEngine dma() {
        return dma;
    }

    /** {@return the IOP as the bus knows it} */
    public BusAgent busAgent() {
        return dma.busAgent();
    }

    // --- turns

    @Override
    public String roleName() {
        return agent.path();
    }

    @Override
    public int doWork(int limit) {
        agent.charge(Op.POLL);
        int work = replies.hasWaiting() ? replies.sendWaiting(limit) : 0;
        InboundPort[] queuePairs = ports.all();
        DeviceModule[] devices = roster.workers();
        int count = queuePairs.length + devices.length;
        int at = cursor < count ? cursor : 0;
        for (int i = 0; i < count && work < limit; i++) {
            agent.charge(Op.POLL_SOURCE);
            if (at >= queuePairs.length) {
                work += devices[at - queuePairs.length].doWork(limit - work);
            } else if (directory.state() != IopState.INITIALIZING) {
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
        while (work < limit && directory.state() != IopState.INITIALIZING) {
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
        agent.charge(Op.PEER_REQUEST);
        MessageFrame copy = request.frame();
        int function = copy.function();
        boolean toExecutive = copy.target() == Tid.EXECUTIVE;
        if (toExecutive && function == Function.EXEC_IOP_CONNECT) {
            dispatch(request);
            return;
        }
        AliasEntry row = connections.of(request);
        ReplyPath path = row == null ? null : replies.ofAlias(row.alias());
        if (row == null || path == null) {
            counters.increment(Counter.UNCONNECTED_REQUESTS);
            request.finish();
            return;
        }
        request.bind(path);
        if (directory.paths().isStopped(row.remoteTid(), row.remoteIopId())) {
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
        DeviceSlot slot = directory.device(target);
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
        IopState state = directory.state();
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
        agent.charge(Op.PEER_REPLY);
        DeviceSlot slot = directory.device(request.frame().initiator());
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
        IopState state = directory.state();
        boolean broken = state == IopState.FAILED || state == IopState.FAULTED;
        if (state == IopState.INITIALIZING || state == IopState.RESET || broken && routes.outbound().frameCount() == 0) {
            request.finish();
            return;
        }
        counters.increment(Counter.TRANSPORT_FAILURES);
        boolean fromHost = request.sender().isHost() && !request.isOfStaticFrame();
        int preserved = fromHost ? request.preserveAtEnd() : 0;
        MessageFrame reply = request.openReply();
        Replies.transportFailure(request.frame(), reply, failureCode, directory.iopId(), directory.hostUnitId(),
            preserved);
        if (!fromHost) {
            reply.contexts(reply.initiatorContext(), request.frame().wordOrZero(3));
        }
        request.sendReply();
    }

    /**
     * Forgets all requests, replies that wait and frames in queue pairs, and returns the frames: part of a reset or clear. Modules are told
     * by the executive, before this.
     *
     * @param survivor a request that goes on, or null
     */
    public void discardTraffic(@Nullable KernelRequest survivor) {
        replies.forget();
        for (DeviceSlot slot : directory.devices()) {
            KernelRequest deferred = slot.eventQueue().take();
            while (deferred != null) {
                // The frames of these requests are returned with all others below.
                deferred = slot.eventQueue().take();
            }
            slot.hold(false);
        }
        ports.dropAll(survivor);
    }

    /**
     * The route of replies that follow a request again and again after it has ended: events, receive buckets. They wait in the module's own
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
            return routes.toHost(frame.initiator(), frame.target());
        }
        if (sender == dma.busAgent().id()) {
            return routes.localReplies(frame.initiator(), frame.target());
        }
        return connections.openEndedReplies(request);
    }

    /** A module takes requests again: first those of its event queue. */
    private void resume(DeviceSlot slot) {
        slot.hold(false);
        KernelRequest request = slot.eventQueue().take();
        while (request != null) {
            admit(slot, request);
            request = slot.isHeld() ? null : slot.eventQueue().take();
        }
    }
}
