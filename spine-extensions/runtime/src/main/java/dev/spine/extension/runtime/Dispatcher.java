package dev.spine.extension.runtime;

import dev.spine.extension.api.Priority;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.extension.runtime.message.Turns;
import dev.spine.extension.runtime.message.Undelivered;
import dev.spine.extension.runtime.parts.RuntimeParts;
import dev.spine.extension.runtime.quota.ReportLines;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.IncomingRequest;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sends each message one of four ways: to a handler of this card, to a peer device, to the host, or over the network (SPINE SIGOPS 1998,
 * 3.2), and lets what arrives wait for its handlers. Belongs to the card's agent.
 */
final class Dispatcher {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int ANSWER_WORDS = 11;

    private final RuntimeParts parts;
    private final Resident.Table residents;
    private final LocalRoutes local;
    private final MessageQueues queues;
    private final MemoryService memory;
    private final PeerRoutes peers;
    private final NetworkRoutes network;
    private final FrameMessages frames;
    private final int[] answer = new int[ANSWER_WORDS];
    private final HostRoutes host;
    /** Whether an instance with messages waits for the fuel of its next second. */
    private boolean resting;
    private long earliest;
    /** How often handlers were run, and for each instance in which of these it had its last turn. */
    private long rounds;
    private final long[] lastRound = new long[CardLimits.MAX_INSTANCES + 1];
    /** How often a sender was told to wait because many of its messages have come back, which it has not taken yet. */
    private long returnsHeld;

    Dispatcher(RuntimeParts parts, Resident.Table residents, LocalRoutes local) {
        this.parts = parts;
        this.residents = residents;
        this.local = local;
        this.queues = local.queues();
        this.host = new HostRoutes(parts, local);
        this.memory = new MemoryService(parts.agent(), queues);
        this.peers = new PeerRoutes(parts, parts.environment(), residents, local, memory);
        this.network = new NetworkRoutes(parts, residents, local, memory);
        this.frames = new FrameMessages(parts, residents, local, memory, network);
    }

    LocalRoutes local() {
        return local;
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
    void end(int instance) {
        memory.forget(instance);
        network.transport().forget(instance);
        peers.forget(instance);
        host.forget(instance);
    }

    /** An instance is gone: nothing that waits for it reaches the next one of its number. */
    void forget(int number) {
        end(number);
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

    boolean canSend(Resident sender, Route destination) {
        if (!queues.takesReturned(sender.number())) {
            returnsHeld++;
            return false;
        }
        return switch (destination.way()) {
            case NONE -> true;
            case LOCAL -> local.canSend((int) RuntimeAccess.address(destination));
            case HOST -> host.canSend(sender, destination);
            case PEER -> peers.canSend(sender.number(), destination);
            case NETWORK -> network.canSend(sender.number(), destination);
        };
    }

    /** {@return the route to a peer, or null while its connection is not open, or there are routes to as many as can be} */
    @Nullable Route peer(int iopId, int tid, int handler, int returnHandler) {
        return peers.route(iopId, tid, handler, returnHandler);
    }

    /** Sends a message of an extension. */
    void send(Resident sender, Route destination, MessageContent message) {
        parts.agent().charge(Op.SEND_MESSAGE);
        if (destination.way() == Route.Way.HOST) {
            host.send(sender, destination, message);
            return;
        }
        boolean sent = switch (destination.way()) {
            case NONE, HOST -> false;
            case LOCAL -> local(destination) != null
                && local.send((int) RuntimeAccess.address(destination), destination.handler(), message.user(), message.words());
            case PEER -> peers.send(sender.number(), destination, message);
            case NETWORK -> network.send(sender.number(), destination, message);
        };
        if (!sent) {
            boolean isGone = destination.way() == Route.Way.NONE || destination.way() == Route.Way.LOCAL && local(destination) == null;
            local.undelivered().count(isGone ? Undelivered.Reason.NO_RECEIVER : Undelivered.Reason.NO_ROOM);
        }
    }

    /** {@return the instance that a local route leads to, or null when it is gone} */
    @Nullable Resident local(Route route) {
        long address = RuntimeAccess.address(route);
        Resident instance = residents.get((int) address);
        return instance != null && instance.serial() == (int) (address >> Integer.SIZE) ? instance : null;
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
            if (lastRound[number] == rounds && parts.processorShare().isShared(parts.nowNs())) {
                break;
            }
            lastRound[number] = rounds;
            MessageSlot slot = Objects.requireNonNull(queues.first(number), "who has the turn has a message");
            queues.leave(slot);
            queues.endTurn(priority);
            queues.turns().ran(priority);
            run(residents.get(number), slot);
            work++;
        }
        if (resting) {
            long now = parts.nowNs();
            long second = now - Math.floorMod(now, SECOND_NS) + SECOND_NS;
            parts.agent().wakeAt(earliest > now ? Math.min(earliest, second) : second);
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
            Resident instance = residents.get(number);
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

    private void run(@Nullable Resident instance, MessageSlot slot) {
        parts.agent().charge(Op.GIVE_MESSAGE);
        if (instance == null || slot.isLost) {
            drop(slot);
            return;
        }
        boolean taken = instance.onMessage(slot);
        FrameMessages.answer(slot, taken);
        queues.putBack(slot);
    }

    private void drop(MessageSlot slot) {
        local.undelivered().count(!slot.isMessage ? Undelivered.Reason.REPORT : slot.isLost ? Undelivered.Reason.NO_DATA
            : Undelivered.Reason.LEFT);
        FrameMessages.answer(slot, false);
        if (slot.isArriving) {
            // The card was reset: bytes may still land, so the memory stays taken until the transfer has ended.
            slot.isDropped = true;
        } else {
            queues.putBackWithData(slot);
        }
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
        report.add("messages", local.undelivered().toString());
        report.add("messages", local.held() + " times a sender of this card was held by a full queue, " + host.held()
            + " times by the host, " + peers.held() + " times by a peer, " + returnsHeld + " times by messages that have come back to it");
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
