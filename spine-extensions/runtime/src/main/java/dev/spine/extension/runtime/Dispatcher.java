package dev.spine.extension.runtime;

import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Priority;
import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.Store;
import dev.spine.extension.api.Surface;
import dev.spine.extension.runtime.environment.ExecutionEnvironment;
import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.extension.runtime.message.TransferFences;
import dev.spine.extension.runtime.message.Turns;
import dev.spine.extension.runtime.message.Undelivered;
import dev.spine.extension.runtime.quota.ReportLines;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.IncomingRequest;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sends each message one of four ways: to a handler of this card, to a peer device, to the host, or over the network (SPINE SIGOPS 1998,
 * 3.2), and lets what arrives wait for its handlers. Belongs to the card's agent.
 */
final class Dispatcher {
    private static final int SLOTS = 1_024;
    private static final int KEPT_FOR_REPORTS = 512;
    /** A report for each transfer that there can be, for each who waits for the end of all, and for what else is asked for. */
    private static final int MAX_SLOTS = RuntimeModule.MAX_TRANSFERS + CardLimits.MAX_INSTANCES * TransferFences.CAPACITY + 4 * SLOTS;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int ANSWER_WORDS = 11;

    private final RuntimeModule runtime;
    private final ExecutionEnvironment environment;
    private final MessageQueues queues = new MessageQueues(SLOTS, KEPT_FOR_REPORTS, MAX_SLOTS);
    private final MemoryService memory;
    private final PeerRoutes peers;
    private final NetworkRoutes network;
    private final FrameMessages frames;
    private final int[] answer = new int[ANSWER_WORDS];
    private final HostRoutes host;
    /** Whether an instance with messages waits for the fuel of its next second. */
    private boolean resting;
    private long earliest;
    private final Undelivered undelivered = new Undelivered();
    /** How often handlers were run, and for each instance in which of these it had its last turn. */
    private long rounds;
    private final long[] lastRound = new long[CardLimits.MAX_INSTANCES + 1];
    private long localHeld;
    /** How often a sender was told to wait because many of its messages have come back, which it has not taken yet. */
    private long returnsHeld;

    Dispatcher(RuntimeModule runtime, ExecutionEnvironment environment) {
        this.runtime = runtime;
        this.environment = environment;
        this.host = new HostRoutes(runtime, environment, undelivered);
        this.memory = new MemoryService(environment.agent(), queues);
        this.peers = new PeerRoutes(runtime, environment, memory);
        this.network = new NetworkRoutes(runtime, environment.agent(), queues, memory);
        this.frames = new FrameMessages(runtime, queues, memory, network);
    }

    /** {@return messages that had no destination, or were lost because their destination could take none} */
    long undeliverable() {
        return undelivered.messages();
    }

    Undelivered undelivered() {
        return undelivered;
    }

    MessageQueues queues() {
        return queues;
    }

    MemoryService memory() {
        return memory;
    }

    PeerRoutes peers() {
        return peers;
    }

    NetworkRoutes network() {
        return network;
    }

    FrameMessages frames() {
        return frames;
    }

    HostRoutes host() {
        return host;
    }

    /** An instance has ended: what others do to its memory, what it waits for and what it has lent over the network ends with it. */
    void end(ExtensionInstance instance) {
        memory.forget(instance.number());
        network.transport().forget(instance.number());
        peers.forget(instance.number());
        host.forget(instance.number());
    }

    /** An instance is gone: nothing that waits for it reaches the next one of its number. */
    void forget(ExtensionInstance instance) {
        end(instance);
        int number = instance.number();
        for (MessageSlot slot = queues.first(number); slot != null; slot = queues.first(number)) {
            queues.leave(slot);
            drop(slot);
        }
        queues.forget(number);
        queues.turns().set(number, Priority.NORMAL);
    }

    /** The IOP was reset: the host's applications have to say again where their messages go. */
    void reset() {
        host.reset();
        peers.reset();
        network.transport().reset();
        frames.reset();
    }

    // --- what leaves

    boolean canSend(ExtensionInstance sender, Route destination) {
        if (!queues.takesReturned(sender.number())) {
            returnsHeld++;
            return false;
        }
        return switch (destination.way()) {
            case NONE -> true;
            case LOCAL -> hasRoom((int) RuntimeAccess.address(destination));
            case HOST -> host.canSend(sender, destination);
            case PEER -> peers.canSend(sender.number(), destination);
            case NETWORK -> network.canSend(sender, destination);
        };
    }

    private boolean hasRoom(int instance) {
        boolean room = queues.room(instance) > 0;
        if (!room) {
            localHeld++;
            queues.countNoRoom(instance);
        }
        return room;
    }

    /** {@return the route to a peer, or null while its connection is not open, or there are routes to as many as can be} */
    @Nullable Route peer(int iopId, int tid, int handler, int returnHandler) {
        return peers.route(iopId, tid, handler, returnHandler);
    }

    /** Sends a message of an extension. */
    void send(ExtensionInstance sender, Route destination, CardMessage message) {
        runtime.charge(Op.BUILD_FRAME);
        if (destination.way() == Route.Way.HOST) {
            host.send(sender, destination, message);
            return;
        }
        boolean sent = switch (destination.way()) {
            case NONE, HOST -> false;
            case LOCAL -> toLocal(destination, message);
            case PEER -> peers.send(sender.number(), destination, message);
            case NETWORK -> network.send(sender, destination, message);
        };
        if (!sent) {
            undelivered.count(destination.way() == Route.Way.NONE || destination.way() == Route.Way.LOCAL && local(destination) == null
                ? Undelivered.Reason.NO_RECEIVER : Undelivered.Reason.NO_ROOM);
        }
    }

    private boolean toLocal(Route destination, CardMessage message) {
        int instance = (int) RuntimeAccess.address(destination);
        MessageSlot slot = local(destination) == null ? null : queues.takeForMessage(instance);
        if (slot == null) {
            return false;
        }
        slot.user = message.user();
        slot.instance = instance;
        slot.handler = destination.handler();
        slot.way = Route.Way.LOCAL;
        System.arraycopy(message.words(), 0, slot.words, 0, Message.WORDS);
        queues.enter(slot);
        return true;
    }

    // --- what arrives

    /**
     * A frame from a wire.
     *
     * @return whether it was one between runtimes; the caller releases it
     */
    boolean onWireMessage(MemorySegment packet, long offset, int length) {
        return network.transport().onFrame(packet, offset, length);
    }

    /** A bulk message of a bus agent whose data are in {@code lease}; false when the queue is full. */
    boolean onBulk(BusAgent sender, MessageFrame frame, Lease lease) {
        int control = frame.transactionContext();
        MessageSlot slot = queues.takeForMessage(control >>> 24);
        if (slot == null) {
            return false;
        }
        FrameMessages.fill(slot, frame, control, sender.isHost() ? Route.Way.HOST : Route.Way.PEER);
        slot.kind = Message.Kind.BULK;
        slot.lease = lease;
        queues.enter(slot);
        return true;
    }

    /** A small message, or an operation on exported memory, from the host or a peer. */
    void onMessage(IncomingRequest request) {
        frames.onMessage(request);
    }

    /** A peer's answer to a message of this card. */
    void onReply(MessageFrame reply) {
        peers.onReply(reply, answer);
    }

    /** The runtime on the host has answered a message of this card. */
    void onHostAnswer(MessageFrame message) {
        peers.onHostAnswer(message, answer);
    }

    /** A message comes back to its sender; false when there is no room for it now. */
    boolean bringBack(int instance, int handler, int user, int[] words, int from, ReturnReason reason) {
        MessageSlot slot = queues.takeForReport();
        if (slot == null) {
            return false;
        }
        slot.kind = Message.Kind.RETURNED;
        slot.reason = reason;
        slot.instance = instance;
        slot.handler = handler;
        slot.user = user;
        System.arraycopy(words, from, slot.words, 0, Message.WORDS);
        queues.enter(slot);
        return true;
    }

    void reportTimer(int instance, int handler, int number) {
        report(instance, handler, Message.Kind.TIMER, number, 0);
    }

    void reportTransfer(ExtensionInstance instance, int handler, int number, Transfer.Outcome outcome) {
        report(instance.number(), handler, Message.Kind.TRANSFER, number, outcome == Transfer.Outcome.DONE ? 0 : outcome.ordinal());
    }

    /** All transfers have ended that an instance waited for; false when there is no room for the report. */
    boolean reportFence(ExtensionInstance instance, int handler, int number, TransferFences fences, int fence) {
        MessageSlot slot = report(instance.number(), handler, Message.Kind.TRANSFER, number, 0);
        if (slot == null) {
            return false;
        }
        slot.fences = fences;
        slot.fence = fence;
        return true;
    }

    void reportSurface(ExtensionInstance instance, int handler, int reason, @Nullable Surface surface) {
        MessageSlot slot = report(instance.number(), handler, Message.Kind.SURFACE, reason, 0);
        if (slot != null) {
            slot.surface = surface;
        }
    }

    void reportRevoked(ExtensionInstance instance, int handler, int number) {
        report(instance.number(), handler, Message.Kind.REVOKED, number, 0);
    }

    /** {@return the instance that a local route leads to, or null when it is gone} */
    @Nullable ExtensionInstance local(Route route) {
        long address = RuntimeAccess.address(route);
        ExtensionInstance instance = runtime.instance((int) address);
        return instance != null && instance.serial() == (int) (address >> Integer.SIZE) ? instance : null;
    }

    /** Enters what an instance gets from another one; there is room for it. */
    void delegate(ExtensionInstance receiver, int handler, int number, @Nullable Lease lease, @Nullable Surface surface,
        @Nullable HostRegion region) {
        MessageSlot slot = queues.takeForMessage(receiver.number());
        if (slot == null) {
            throw new IllegalStateException("whoever gives something makes sure that there is room");
        }
        begin(slot, receiver.number(), handler, Message.Kind.DELEGATED, number, 0);
        slot.way = Route.Way.LOCAL;
        slot.lease = lease;
        slot.surface = surface;
        slot.region = region;
        queues.enter(slot);
    }

    /** A region of the host's memory for an instance; false when the queue is full. */
    boolean onGrant(ExtensionInstance receiver, int handler, int number, HostRegion region) {
        MessageSlot slot = queues.takeForMessage(receiver.number());
        if (slot == null) {
            return false;
        }
        begin(slot, receiver.number(), handler, Message.Kind.GRANTED, number, 0);
        slot.way = Route.Way.HOST;
        slot.region = region;
        queues.enter(slot);
        return true;
    }

    void reportStore(ExtensionInstance instance, int handler, int reason, @Nullable Store store) {
        MessageSlot slot = report(instance.number(), handler, Message.Kind.STORE, reason, 0);
        if (slot != null) {
            slot.store = store;
        }
    }

    void reportBlocks(ExtensionInstance instance, int handler, int number, int requestStatus, int detailedStatus, int transferred) {
        MessageSlot slot = report(instance.number(), handler, Message.Kind.BLOCKS, number, requestStatus);
        if (slot != null) {
            slot.words[2] = detailedStatus;
            slot.words[3] = transferred;
        }
    }

    /** Enters a report; what it brings beyond two words is added to the slot that this returns. */
    private @Nullable MessageSlot report(int instance, int handler, Message.Kind kind, int word0, int word1) {
        MessageSlot slot = queues.takeForReport();
        if (slot == null) {
            undelivered.count(Undelivered.Reason.REPORT);
            return null;
        }
        begin(slot, instance, handler, kind, word0, word1);
        queues.enter(slot);
        return slot;
    }

    private static void begin(MessageSlot slot, int instance, int handler, Message.Kind kind, int word0, int word1) {
        Arrays.fill(slot.words, 0);
        slot.words[0] = word0;
        slot.words[1] = word1;
        slot.kind = kind;
        slot.instance = instance;
        slot.handler = handler & 0xFF;
    }

    /** {@return whether a report has room now; while not, what is to be reported has to wait} */
    boolean canReport() {
        return queues.canReport();
    }

    // --- handlers

    /**
     * Runs handlers for messages that wait, an instance after the other. While several share the card, none has a second turn before the
     * card has looked for what has come meanwhile: else who sends himself messages without end lets all others wait for many of them.
     */
    int drain(int limit) {
        int work = 0;
        rounds++;
        resting = false;
        earliest = Long.MAX_VALUE;
        while (work < limit) {
            int priority = nextPriority();
            if (priority < 0) {
                break;
            }
            int number = queues.turns().head(priority);
            if (lastRound[number] == rounds && runtime.processorShare().isShared(runtime.nowNs())) {
                break;
            }
            lastRound[number] = rounds;
            MessageSlot slot = Objects.requireNonNull(queues.first(number), "who has the turn has a message");
            queues.leave(slot);
            queues.endTurn(priority);
            queues.turns().ran(priority);
            run(runtime.instance(number), slot);
            work++;
        }
        if (resting) {
            long now = runtime.nowNs();
            long second = now - Math.floorMod(now, SECOND_NS) + SECOND_NS;
            environment.agent().wakeAt(earliest > now ? Math.min(earliest, second) : second);
        }
        return work;
    }

    /** {@return the priority whose first instance runs now, or -1 when none can} */
    private int nextPriority() {
        int impatient = queues.turns().impatient();
        if (impatient >= 0 && turnToRunnable(impatient)) {
            return impatient;
        }
        for (int priority = 0; priority < Turns.PRIORITIES; priority++) {
            if (turnToRunnable(priority)) {
                return priority;
            }
        }
        return -1;
    }

    /** Passes the turn within a priority on to an instance that can run: {@return whether there is one}. */
    private boolean turnToRunnable(int priority) {
        for (int left = queues.turns().count(priority); left > 0; left--) {
            int number = queues.turns().head(priority);
            MessageSlot slot = queues.first(number);
            ExtensionInstance instance = runtime.instance(number);
            boolean rests = instance != null && !instance.mayActivate();
            if (slot != null && !slot.isArriving && !rests) {
                return true;
            }
            // Its messages stay where they are, and so, one after the other, do those of its senders.
            if (instance != null && rests) {
                resting = true;
                earliest = Math.min(earliest, instance.restsUntilNs());
            }
            queues.endTurn(priority);
        }
        return false;
    }

    private void run(@Nullable ExtensionInstance instance, MessageSlot slot) {
        if (instance == null || slot.isLost) {
            drop(slot);
            return;
        }
        boolean taken = instance.onMessage(slot);
        FrameMessages.answer(slot, taken);
        queues.putBack(slot);
    }

    private void drop(MessageSlot slot) {
        undelivered.count(!slot.isMessage ? Undelivered.Reason.REPORT : slot.isLost ? Undelivered.Reason.NO_DATA
            : Undelivered.Reason.LEFT);
        FrameMessages.answer(slot, false);
        if (slot.isArriving) {
            // The card was reset: bytes may still land, so the memory stays taken until the transfer has ended.
            slot.isDropped = true;
        } else {
            putBack(slot);
        }
    }

    void putBack(MessageSlot slot) {
        Lease lease = slot.lease;
        if (lease != null) {
            lease.release();
        }
        queues.putBack(slot);
    }

    /** What else there is to do than to run handlers. */
    int doWork(int limit) {
        int work = frames.resume();
        work += network.transport().doWork(Math.max(1, limit - work));
        work += memory.doWork();
        work += host.doWork();
        return work + peers.doWork();
    }

    /** Adds what was counted on the way of messages, one line each, to a report. */
    void report(ReportLines report) {
        report.add("messages", undelivered.toString());
        report.add("messages", localHeld + " times a sender of this card was held by a full queue, " + host.held() + " times by the host, "
            + peers.held() + " times by a peer, " + returnsHeld + " times by messages that have come back to it");
        report.add("messages", frames.heldNow() + " keep their frames now, " + frames.everHeld() + " had to, " + frames.failedPulls()
            + " lost their data");
        report.add("host", host.withData() + " messages with data, " + host.waiting() + " wait now, " + host.returned()
            + " came back, " + host.lent() + " pieces of memory lent now");
        report.add("peers", peers.refused() + " messages refused, " + peers.unheard() + " not answered by peers that have gone, "
            + peers.lent() + " loans of data now, " + peers.full()
            + " routes without a place, " + peers.foreign() + " answers of somebody else");
        report.add("network", network.transport().counters().toString());
        report.add("memory", memory.exports().carriedOut() + " operations carried out, " + memory.exports().refused() + " refused, "
            + memory.asks().stray() + " stray answers");
    }
}
