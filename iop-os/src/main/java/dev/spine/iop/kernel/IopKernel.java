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
import dev.spine.i2o.unit.FrameLane;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.iop.bus.Box;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one agent of an IOP: polls lanes, dispatches requests to modules, sends their replies, and gives each module its turn.
 *
 * <p>Everything on the card belongs to the thread that calls {@link #doWork}. Building (adding modules, opening lanes) happens before the
 * engine starts, or on that thread.
 */
public final class IopKernel implements Agent, IopDirectory {
    private static final int LAST_UTILITY_FUNCTION = 0x1F;
    /** Frames for requests between modules of this IOP, and as many for their replies, so that a flood of requests cannot stop them. */
    private static final int LOCAL_FRAMES = 16;

    private final String name;
    private final AgentContext agent;
    private final DmaEngine dma;
    private final MessagingUnit unit;
    private final UtilityService utility;
    private final TidTable tids = new TidTable();
    private final IopCounters counters = new IopCounters();
    private final Map<Class<?>, Object> services = new HashMap<>();
    private final FrameLane localLane;
    private final FrameLane localReplyLane;
    private final ReplyPath hostReplies;
    private final ReplyPath localReplies;
    private final @Nullable ReplyPath[] aliasReplies = new ReplyPath[Tid.MAX + 1];
    private final List<HardwareResourceTable.Entry> adapters = new ArrayList<>();
    private final List<ReplyPath> replyPaths = new ArrayList<>();
    private int waitingReplies;
    private InboundPort[] ports = {};
    /** The modules that have work of their own; those that only answer need no turn. */
    private DeviceModule[] workers = {};
    private int cursor;
    private IopState state = IopState.INITIALIZING;
    private int iopId;
    private int hostUnitId;
    private int changeIndicator = 1;
    private int connectionChanges;

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
        this.dma = dma;
        this.unit = unit;
        this.utility = utility;
        this.localLane = unit.openLane(name + " itself", FrameLane.Kind.REQUEST, LOCAL_FRAMES);
        this.localReplyLane = unit.openLane(name + " itself, replies", FrameLane.Kind.REPLY, LOCAL_FRAMES);
        this.hostReplies = newReplyPath(
            new MessageRoute(agent, dma, Box.host(), unit.hostLink().outbound(), Tid.HOST, Tid.HOST), ReplyPath.Addressing.UNCHANGED);
        this.localReplies = newReplyPath(
            new MessageRoute(agent, dma, dma.box(), localReplyLane, Tid.NONE, Tid.NONE), ReplyPath.Addressing.UNCHANGED);
        open(new InboundPort(this, unit.hostLink().inbound(), Box.host()));
        open(new InboundPort(this, localLane, dma.box()));
        open(new InboundPort(this, localReplyLane, dma.box()));
    }

    /**
     * Adds the executive, which lives at TID 0.
     *
     * @param executive the module
     */
    public void installExecutive(DeviceModule executive) {
        install(tids.put(Tid.EXECUTIVE, executive));
    }

    /**
     * Adds a device at the next free TID.
     *
     * @param module the module
     * @return its TID
     */
    public int install(DeviceModule module) {
        DeviceSlot slot = tids.add(module);
        install(slot);
        return slot.tid();
    }

    private void install(DeviceSlot slot) {
        DeviceModule module = slot.module();
        if (hasWorkOfItsOwn(module)) {
            workers = Arrays.copyOf(workers, workers.length + 1);
            workers[workers.length - 1] = module;
        }
        module.attach(new SlotContext(slot));
        changed(slot);
    }

    /** Whether a module has its own {@link DeviceModule#doWork}: asked once, so that idle turns cost nothing in every cycle. */
    private static boolean hasWorkOfItsOwn(DeviceModule module) {
        try {
            return !module.getClass().getMethod("doWork", int.class).getDeclaringClass().equals(DeviceModule.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(module + " is no device module", e);
        }
    }

    @Override
    public InboundPort port(FrameLane lane, Box sender) {
        return new InboundPort(this, lane, sender);
    }

    /** {@return the IOP's counters} */
    public IopCounters counters() {
        return counters;
    }

    /** {@return the box of this IOP} */
    public Box box() {
        return dma.box();
    }

    @Override
    public String roleName() {
        return agent.path();
    }

    @Override
    public int doWork(int limit) {
        agent.charge(Op.POLL);
        int work = waitingReplies == 0 ? 0 : sendWaitingReplies(limit);
        InboundPort[] lanes = ports;
        DeviceModule[] devices = workers;
        int count = lanes.length + devices.length;
        int at = cursor < count ? cursor : 0;
        for (int i = 0; i < count && work < limit; i++) {
            if (at >= lanes.length) {
                work += devices[at - lanes.length].doWork(limit - work);
            } else if (state != IopState.INITIALIZING) {
                // While the IOP boots, what is posted waits.
                work += pollLane(lanes[at], limit - work);
            }
            if (++at == count) {
                at = 0;
            }
        }
        // The next cycle begins after the source that was served last, so that none is starved by a small limit.
        cursor = at;
        return work;
    }

    private int pollLane(InboundPort port, int limit) {
        FrameLane lane = port.lane();
        int work = 0;
        // A reset in the middle ends the polling: what is posted after it belongs to the next life.
        while (work < limit && state != IopState.INITIALIZING) {
            Frame frame = lane.poll();
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
        Request request = port.requestOf(frame);
        if (!request.load(frame)) {
            counters.increment(Counter.MALFORMED_FRAMES);
            fail(request, request.frame().sizeWords() < MessageFrame.MIN_WORDS ? FailureCode.FRAME_TOO_SMALL : FailureCode.FRAME_TOO_LARGE);
            return;
        }
        MessageFrame copy = request.frame();
        if (copy.isReply()) {
            onReply(request);
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

    private boolean isPeer(Box sender) {
        return !sender.isHost() && sender.id() != dma.box().id();
    }

    /**
     * A request of another IOP travels on a connection that both sides have opened: anything else is forged or corrupt, and has no way
     * for an answer. Of the executive a peer may ask connections and utilities, nothing that changes the IOP.
     */
    private void admitPeer(Request request) {
        MessageFrame copy = request.frame();
        int function = copy.function();
        boolean toExecutive = copy.target() == Tid.EXECUTIVE;
        if (toExecutive && function == Function.EXEC_IOP_CONNECT) {
            dispatch(request);
            return;
        }
        int alias = copy.initiator();
        AliasEntry row = tids.alias(alias);
        ReplyPath way = row == null ? null : aliasReplies[alias];
        if (row == null || way == null || row.remote().id() != request.sender().id() || row.localTid() != copy.target()) {
            counters.increment(Counter.UNCONNECTED_REQUESTS);
            request.finish();
            return;
        }
        request.bind(way);
        if (toExecutive && function != Function.EXEC_CONN_SETUP && !isUtility(function)) {
            counters.increment(Counter.UNKNOWN_FUNCTIONS);
            Replies.transactionError(copy, request.openReply(), DetailedStatus.INAPPROPRIATE_FUNCTION, 0);
            request.sendReply();
        } else {
            dispatch(request);
        }
    }

    /** A request: find the device at its target TID, or say why not. */
    private void dispatch(Request request) {
        agent.charge(Op.DISPATCH);
        int target = request.frame().target();
        DeviceSlot slot = tids.device(target);
        if (slot == null) {
            counters.increment(Counter.UNKNOWN_TARGETS);
            fail(request, FailureCode.INVALID_TARGET_ID);
        } else if (target != Tid.EXECUTIVE && !stateAdmits(request.frame().function())) {
            counters.increment(Counter.STATE_ERRORS);
            fail(request, FailureCode.STATE_ERROR);
        } else if (slot.isHeld() || !slot.eventQueue().isEmpty()) {
            counters.increment(Counter.DEFERRED_REQUESTS);
            slot.eventQueue().append(request);
        } else {
            deliver(slot, request);
        }
    }

    private boolean stateAdmits(int function) {
        return state == IopState.OPERATIONAL || (state == IopState.READY && isUtility(function));
    }

    private static boolean isUtility(int function) {
        return function <= LAST_UTILITY_FUNCTION;
    }

    private void deliver(DeviceSlot slot, Request request) {
        if (isUtility(request.frame().function())) {
            utility.onUtility(slot, request);
        } else {
            slot.module().onMessage(request);
        }
    }

    /** A reply: its initiator lives here, under the TID that the request carried. Consuming it needs no frame. */
    private void onReply(Request request) {
        DeviceSlot slot = tids.device(request.frame().initiator());
        if (slot == null || (isPeer(request.sender()) && !isFromConnection(request))) {
            counters.increment(Counter.STRAY_REPLIES);
        } else {
            slot.module().onReply(request.frame());
        }
        request.finish();
    }

    /** Whether a reply of another IOP belongs to a connection, open or asked for: the row is there from the first request on. */
    private boolean isFromConnection(Request request) {
        MessageFrame copy = request.frame();
        AliasEntry row = tids.alias(copy.target());
        return row != null && row.remote().id() == request.sender().id() && row.localTid() == copy.initiator();
    }

    /**
     * Answers a request that cannot be delivered by a transport failure. A host's frame is named in it and preserved until the host
     * returns it as a no-operation; a peer's is returned, and its transaction context stands in the reply instead. Before the outbound
     * queue exists the frame is only returned.
     *
     * @param request the request, ended by this
     * @param failureCode a value of {@link FailureCode}
     */
    public void fail(Request request, int failureCode) {
        if (state == IopState.INITIALIZING || state == IopState.RESET) {
            request.finish();
            return;
        }
        counters.increment(Counter.TRANSPORT_FAILURES);
        boolean fromHost = request.sender().isHost();
        int preserved = fromHost ? request.preserveAtEnd() : 0;
        MessageFrame reply = request.openReply();
        Replies.transportFailure(request.frame(), reply, failureCode, iopId, hostUnitId, preserved);
        if (!fromHost) {
            reply.contexts(reply.initiatorContext(), request.frame().wordOrZero(3));
        }
        request.sendReply();
    }

    /** The path on which the replies to a request of the host or of a local object go; null for others, whose path is bound on arrival. */
    @Nullable ReplyPath replyPath(Request request) {
        Box sender = request.sender();
        if (sender.id() == dma.box().id()) {
            return localReplies;
        }
        return sender.isHost() ? hostReplies : null;
    }

    void replyLeft() {
        counters.increment(Counter.REPLIES_OUT);
    }

    void strayReply() {
        counters.increment(Counter.STRAY_REPLIES);
    }

    void replyWaits(ReplyPath path, Request request) {
        counters.increment(Counter.REPLIES_WAITED);
        path.append(request);
        waitingReplies++;
        path.route().wakeMe();
    }

    void free(Frame frame) {
        frame.lane().free(agent, frame);
    }

    private int sendWaitingReplies(int limit) {
        int work = 0;
        for (int i = 0; i < replyPaths.size(); i++) {
            ReplyPath path = replyPaths.get(i);
            while (work < limit && path.hasWaiting()) {
                if (!path.sendFirst()) {
                    path.route().wakeMe();
                    break;
                }
                waitingReplies--;
                work++;
            }
        }
        return work;
    }

    private ReplyPath newReplyPath(MessageRoute route, ReplyPath.Addressing addressing) {
        ReplyPath path = new ReplyPath(route, addressing);
        replyPaths.add(path);
        return path;
    }

    /**
     * Forgets all requests, replies that wait and frames in lanes, and returns the frames: part of a reset or clear. Modules are told by
     * the executive, before this.
     *
     * @param survivor a request that goes on, or null
     */
    public void discardTraffic(@Nullable Request survivor) {
        for (ReplyPath path : replyPaths) {
            path.forget();
        }
        waitingReplies = 0;
        for (DeviceSlot slot : tids.devices()) {
            Request deferred = slot.eventQueue().take();
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
    public @Nullable MessageRoute openEndedReplies(Request request) {
        MessageFrame frame = request.frame();
        int sender = request.sender().id();
        if (sender == Box.HOST_ID) {
            return new MessageRoute(agent, dma, Box.host(), unit.hostLink().outbound(), frame.initiator(), frame.target());
        }
        if (sender == dma.box().id()) {
            return new MessageRoute(agent, dma, dma.box(), localReplyLane, frame.initiator(), frame.target());
        }
        AliasEntry alias = tids.alias(frame.initiator());
        FrameLane lane = alias == null || alias.remote().id() != sender ? null : alias.replyLane();
        return alias == null || lane == null ? null
            : new MessageRoute(agent, dma, alias.remote(), lane, alias.remoteTid(), alias.aliasOfLocal());
    }

    /** Forgets the replies to the host that wait and the frame that is open for one: the host's frames are about to be forgotten. */
    public void forgetHostReplies() {
        waitingReplies -= hostReplies.dropWaiting();
    }

    /** Gives back the frame that is open for a reply to the host, before the host's memory changes; what waits is sent later. */
    public void closeHostReply() {
        hostReplies.route().cancel();
    }

    /** {@return how often connections were made or ended so far} */
    public int connectionChanges() {
        return connectionChanges;
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
        return tids.aliasEntries();
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
        tids.putAlias(entry);
        connectionChanges++;
        FrameLane replyLane = entry.replyLane();
        if (replyLane != null) {
            MessageRoute route = new MessageRoute(agent, dma, entry.remote(), replyLane, entry.remoteTid(), entry.aliasOfLocal());
            aliasReplies[entry.alias()] = newReplyPath(route, ReplyPath.Addressing.TRANSLATED);
        }
    }

    @Override
    public void disconnect(int alias) {
        tids.removeAlias(alias);
        connectionChanges++;
        ReplyPath path = aliasReplies[alias];
        aliasReplies[alias] = null;
        if (path != null) {
            waitingReplies -= path.close();
            replyPaths.remove(path);
        }
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
        agent.consumes(port.lane().postList());
    }

    @Override
    public List<HardwareResourceTable.Entry> adapters() {
        return Collections.unmodifiableList(adapters);
    }

    @Override
    public void close(InboundPort port) {
        ports = Arrays.stream(ports).filter(other -> other != port).toArray(InboundPort[]::new);
    }

    /** What one module sees of this kernel. */
    private final class SlotContext implements DeviceContext {
        private final DeviceSlot slot;

        SlotContext(DeviceSlot slot) {
            this.slot = slot;
        }

        @Override
        public int tid() {
            return slot.tid();
        }

        @Override
        public AgentContext agent() {
            return agent;
        }

        @Override
        public DmaEngine dma() {
            return dma;
        }

        @Override
        public Box box() {
            return dma.box();
        }

        @Override
        public @Nullable MessageRoute route(int tid) {
            AliasEntry alias = tids.alias(tid);
            if (alias != null) {
                FrameLane lane = alias.localTid() == slot.tid() ? alias.requestLane() : null;
                return lane == null ? null : new MessageRoute(agent, dma, alias.remote(), lane, alias.aliasOfLocal(), alias.remoteTid());
            }
            if (tid == Tid.HOST) {
                return new MessageRoute(agent, dma, Box.host(), unit.hostLink().outbound(), Tid.HOST, Tid.HOST);
            }
            return tids.device(tid) == null ? null : new MessageRoute(agent, dma, dma.box(), localLane, slot.tid(), tid);
        }

        @Override
        public <T> void publish(Class<T> type, T service) {
            services.put(type, service);
        }

        @Override
        public <T> @Nullable T service(Class<T> type) {
            return type.cast(services.get(type));
        }

        @Override
        public void controls(long memoryBase) {
            adapters.add(HardwareResourceTable.Entry.local(adapters.size() + 1, slot.tid(), (int) memoryBase));
        }

        @Override
        public void hold() {
            slot.hold(true);
        }

        @Override
        public void resume() {
            slot.hold(false);
            Request request = slot.eventQueue().take();
            while (request != null) {
                deliver(slot, request);
                request = slot.isHeld() ? null : slot.eventQueue().take();
            }
        }

        @Override
        public void changed() {
            IopKernel.this.changed(slot);
        }

        @Override
        public IopCounters counters() {
            return counters;
        }

        @Override
        public IopDirectory directory() {
            return IopKernel.this;
        }
    }
}
