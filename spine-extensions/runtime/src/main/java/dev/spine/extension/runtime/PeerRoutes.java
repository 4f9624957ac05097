package dev.spine.extension.runtime;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.runtime.environment.ExecutionEnvironment;
import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.extension.runtime.message.HostPeer;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.parts.RuntimeParts;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.FrameRoute;
import dev.spine.peer.PeerSession;
import org.jspecify.annotations.Nullable;

/**
 * The dispatcher's route to runtimes and devices on other IOPs of the node. A message is answered when it has left its receiver's queue;
 * until then it takes credit of its receiver, so that a slow one holds those who send to it and leaves frames for the others. Data of a
 * message are lent under a grant that ends with the answer, and who asked for it gets back what was not taken: {@link InFlightMessages}.
 * Belongs to the card's agent.
 */
final class PeerRoutes implements InFlightMessages.Peers {
    /** The most peer devices that routes lead to. */
    static final int MAX_PEERS = 256;
    /** The most messages to one receiver that are not answered. */
    static final int WINDOW = 8;

    /**
     * A message that was not answered in {@link InFlightMessages#ANSWER_NS} takes no credit any more while so many frames of the peer
     * are free: its answer was lost, or its receiver is silent, of whom the other receivers there must not notice.
     */
    private static final int FRAMES_FOR_OTHERS = 2 * WINDOW;
    /** How often peers are looked at from which nothing comes any more. */
    private static final long LOOK_NS = 1_000_000_000L;
    private static final int INSTANCES = CardLimits.MAX_INSTANCES + 1;
    private static final int EPOCH_SHIFT = 24;
    private static final int NOTE_SHIFT = 16;
    /** Where a route has the handler that gets messages back; below it is the peer, above it the generation. */
    private static final int RETURN_SHIFT = 16;
    /** Where the word that an answer brings back has the instance that the message was for. */
    private static final int INSTANCE_SHIFT = 24;
    /** How long an answer may be on its way. */
    private static final long WAY_NS = 1_000_000_000L;

    private record PeerKey(int iopId, int tid) {}

    private final RuntimeParts parts;
    private final ExecutionEnvironment environment;
    private final LocalRoutes local;
    private final MemoryService memory;
    private final InFlightMessages inFlight;
    private final @Nullable HostPeer host;
    private final @Nullable PeerKey[] peers = new PeerKey[MAX_PEERS];
    /** A route names a peer by generation and index, so that one to a peer that has made room for another leads nowhere. */
    private final int[] generations = new int[MAX_PEERS];
    /** Messages that are not answered, by peer and instance there. */
    private final int[] @Nullable [] unanswered = new int[MAX_PEERS][];
    /** Of them, those that were not answered in time, of which nothing is kept any more. */
    private final int[] @Nullable [] overdue = new int[MAX_PEERS][];
    /** Of these, those that take no credit any more. */
    private final int[] @Nullable [] forgiven = new int[MAX_PEERS][];
    /** How many are overdue, by peer. */
    private final int[] overdueCount = new int[MAX_PEERS];
    /** Whether a peer has not answered a message in time, and none since. */
    private final boolean[] silent = new boolean[MAX_PEERS];
    /** Since when all frames of a peer have been seen free while messages were overdue; 0 for not. */
    private final long[] retiringNs = new long[MAX_PEERS];
    /** The TID from which a peer's replies come. */
    private final int[] repliers = new int[MAX_PEERS];
    /** When a message was sent last, and the most frames that were ever free, by peer. */
    private final long[] sentNs = new long[MAX_PEERS];
    private final int[] mostFree = new int[MAX_PEERS];
    private final @Nullable PeerSession[] sessions = new PeerSession[MAX_PEERS];
    private final int[] epochs = new int[MAX_PEERS];
    private long held;
    private long refused;
    private long full;
    private long unheard;
    private long foreign;
    private long lookNs;

    PeerRoutes(RuntimeParts parts, ExecutionEnvironment environment, Resident.Table residents, LocalRoutes local, MemoryService memory) {
        this.parts = parts;
        this.environment = environment;
        this.local = local;
        this.memory = memory;
        this.inFlight = new InFlightMessages(environment, residents, local);
        FrameRoute application = environment.application();
        this.host = application == null ? null : new HostPeer(application, environment.tid());
    }

    /** {@return the way to a peer, which is asked for if it is not open; null while it is not} */
    private @Nullable FrameRoute open(int iopId, int tid) {
        return HostPeer.isAt(iopId, tid) ? find(iopId, tid) : environment.openPeer(iopId, tid);
    }

    /** {@return the open route to a peer, or null} */
    private @Nullable FrameRoute find(int iopId, int tid) {
        HostPeer there = host;
        if (HostPeer.isAt(iopId, tid)) {
            return there != null && there.serves() ? there : null;
        }
        return environment.peer(iopId, tid);
    }

    private @Nullable PeerSession session(int iopId, int tid) {
        return HostPeer.isAt(iopId, tid) ? null : environment.session(iopId, tid);
    }

    /** {@return how often a sender was told to wait for a peer} */
    long held() {
        return held;
    }

    /** {@return messages that peers have said they could not take} */
    long refused() {
        return refused;
    }

    /** {@return how often a route was asked for and there was no environment for it} */
    long full() {
        return full;
    }

    /** {@return messages to peers that were gone before they answered: whether they were delivered is not known} */
    long unheard() {
        return unheard;
    }

    /** {@return answers to messages that went to somebody else than who has answered: nothing came of them} */
    long foreign() {
        return foreign;
    }

    /** {@return messages that have come back because a peer that is there has not answered them in time} */
    long overdue() {
        return inFlight.overdue();
    }

    /** Nothing of the last session of a peer is answered any more. */
    private void countUnheard(int index) {
        int[] counts = unanswered[index];
        for (int i = 0; counts != null && i < counts.length; i++) {
            unheard += counts[i];
        }
    }

    private void forgetPeer(int index) {
        countUnheard(index);
        peers[index] = null;
        generations[index]++;
        epochs[index] = epochs[index] + 1 & 0x7F;
        unanswered[index] = null;
        overdue[index] = null;
        forgiven[index] = null;
        overdueCount[index] = 0;
        silent[index] = false;
        retiringNs[index] = 0;
        mostFree[index] = 0;
        sessions[index] = null;
    }

    /** The index of a peer, entered if it is new; -1 when the table is full of peers whose connections are open: counted. */
    private int indexOf(PeerKey key) {
        int free = -1;
        for (int i = 0; i < MAX_PEERS; i++) {
            PeerKey other = peers[i];
            if (key.equals(other)) {
                return i;
            }
            free = free < 0 && other == null ? i : free;
        }
        for (int i = 0; i < MAX_PEERS && free < 0; i++) {
            PeerKey other = peers[i];
            if (other == null || find(other.iopId, other.tid) == null) {
                forgetPeer(i);
                free = i;
            }
        }
        if (free < 0) {
            full++;
        } else {
            peers[free] = key;
            beginCounts(free);
        }
        return free;
    }

    /**
     * {@return the route to a peer, or null while its connection is not open, or there are routes to as many as can be}
     *
     * @param iopId which IOP
     * @param tid which device there
     * @param handler which handler there
     * @param returnHandler which handler of the sender gets back what is not taken, or 0
     */
    @Nullable Route route(int iopId, int tid, int handler, int returnHandler) {
        if (open(iopId, tid) == null) {
            return null;
        }
        int index = indexOf(new PeerKey(iopId, tid));
        return index < 0 ? null : RuntimeAccess.newRoute(Route.Way.PEER, handler, (long) generations[index] << Integer.SIZE
            | (long) returnHandler << RETURN_SHIFT | index);
    }

    /** {@return the index of a route's peer, or -1 when the route leads nowhere any more} */
    private int index(Route destination) {
        long address = RuntimeAccess.address(destination);
        int index = (int) address & (1 << RETURN_SHIFT) - 1;
        return generations[index] == (int) (address >> Integer.SIZE) && peers[index] != null ? index : -1;
    }

    private static int returnHandler(Route destination) {
        return (int) RuntimeAccess.address(destination) >>> RETURN_SHIFT;
    }

    private @Nullable FrameRoute route(int index) {
        PeerKey key = index < 0 ? null : peers[index];
        FrameRoute route = key == null ? null : find(key.iopId, key.tid);
        if (key != null && route != null) {
            PeerSession session = session(key.iopId, key.tid);
            if (session != sessions[index]) {
                renew(index, session);
            }
        }
        return route;
    }

    /** Another session with a peer begins. */
    private void renew(int index, @Nullable PeerSession session) {
        sessions[index] = session;
        mostFree[index] = 0;
        beginEpoch(index);
    }

    /** Nothing that was sent before is answered any more. */
    private void beginEpoch(int index) {
        countUnheard(index);
        epochs[index] = epochs[index] + 1 & 0x7F;
        beginCounts(index);
    }

    private void beginCounts(int index) {
        unanswered[index] = new int[INSTANCES];
        overdue[index] = new int[INSTANCES];
        forgiven[index] = new int[INSTANCES];
        overdueCount[index] = 0;
        silent[index] = false;
        retiringNs[index] = 0;
    }

    // --- the runtime on the host

    /** A runtime on the host serves this card from now on: nothing that one before it has not answered is answered by this one. */
    boolean serve(int hostContext) {
        HostPeer there = host;
        if (there == null) {
            return false;
        }
        there.begin(hostContext);
        renewHost();
        return true;
    }

    /** The runtime on the host of that context serves this card no more; another one does. */
    void leave(int hostContext) {
        HostPeer there = host;
        if (there != null && there.end(hostContext)) {
            renewHost();
        }
    }

    private void renewHost() {
        for (int i = 0; i < MAX_PEERS; i++) {
            PeerKey key = peers[i];
            if (key != null && HostPeer.isAt(key.iopId, key.tid)) {
                renew(i, null);
            }
        }
    }

    /** The runtime on the host has answered. */
    void onHostAnswer(MessageFrame message, int[] words) {
        HostPeer there = host;
        if (there != null) {
            onReply(there.replyOf(message), words);
        }
    }

    // --- sending

    boolean canSend(int sender, Route destination) {
        int index = index(destination);
        FrameRoute route = route(index);
        if (route == null || !hasCredit(index, route, destination.handler() >>> Byte.SIZE & 0xFF)
            || (returnHandler(destination) == 0 ? inFlight.isOutOfLoans(sender, index, this)
                : !inFlight.mayKeep(sender, index, this))) {
            held += route == null ? 0 : 1;
            return false;
        }
        if (route.open() == null) {
            held++;
            return false;
        }
        route.cancel();
        return true;
    }

    /** {@return how many pieces of data a message on a route can have: as many as its frame can name} */
    int mostPieces(Route destination) {
        FrameRoute route = route(index(destination));
        int words = route == null ? 0 : route.frameBytes() / Integer.BYTES - RuntimeProtocol.GRANTED_WORDS;
        return Math.clamp(1 + words / RuntimeProtocol.PIECE_WORDS, 1, OutgoingMessage.MAX_PIECES);
    }

    /** A receiver gets the more frames the more there are: the last ones are for those to whom nothing is under route. */
    private boolean hasCredit(int index, FrameRoute route, int instance) {
        int[] counts = unanswered[index];
        int[] without = forgiven[index];
        if (counts == null || without == null) {
            return false;
        }
        int count = counts[instance] - without[instance];
        int free = route.freeFrames();
        if (without[instance] > 0 && free <= WINDOW) {
            return false;
        }
        return count == 0 || count < WINDOW && count < free;
    }

    /** Sends a message, or brings it back at once to a sender that wants it: {@return whether either could be done}. */
    boolean send(int sender, Route destination, MessageContent message) {
        int index = index(destination);
        FrameRoute route = route(index);
        return send(sender, destination, message, index, route) || returnHandler(destination) != 0
            && local.bringBack(sender, returnHandler(destination), message.user(), message.words(), 0,
                route == null ? ReturnReason.NO_RECEIVER : ReturnReason.RECEIVER_FULL);
    }

    private boolean send(int sender, Route destination, MessageContent message, int index, @Nullable FrameRoute route) {
        Lease data = message.data();
        int instance = destination.handler() >>> Byte.SIZE & 0xFF;
        boolean kept = data != null || returnHandler(destination) != 0;
        if (data != null) {
            inFlight.sendsData(sender);
        }
        if (route == null || kept && !(data == null ? inFlight.mayKeep(sender, index, this) : inFlight.mayLend(sender, index, this))
            || !hasCredit(index, route, instance)) {
            return false;
        }
        mostFree[index] = Math.max(mostFree[index], route.freeFrames());
        repliers[index] = route.replier();
        MessageFrame frame = route.open();
        if (frame == null) {
            return false;
        }
        InFlightMessages.Entry entry = !kept ? null
            : inFlight.take(sender, returnHandler(destination), message, index, epochs[index], sessions[index]).receiver(instance);
        if (entry != null && isSilent(index)) {
            inFlight.asksSilent(entry);
        }
        if (entry != null && data != null && !inFlight.lend(entry, data, message, route)) {
            inFlight.putBack(entry);
            route.cancel();
            return false;
        }
        frame.header(data == null ? RuntimeProtocol.SMALL_WORDS
            : RuntimeProtocol.GRANTED_WORDS + RuntimeProtocol.PIECE_WORDS * (message.pieces() - 1), 0, 0, Function.SMALL_MESSAGE,
            route.initiator(), route.target());
        int sent = entry == null ? 0 : entry.name() << NOTE_SHIFT | entry.serial();
        frame.contexts(epochs[index] << EPOCH_SHIFT | sent | index << Byte.SIZE,
            RuntimeProtocol.controlWord(destination.handler(), message.user(),
                data == null ? RuntimeProtocol.KIND_CREDITED : RuntimeProtocol.KIND_GRANTED));
        for (int i = 0; i < Message.WORDS; i++) {
            frame.setWord(RuntimeProtocol.FIRST_USER_WORD + i, message.words()[i]);
        }
        if (data != null && entry != null) {
            frame.setWord(RuntimeProtocol.GRANT_WORD, message.dataBytes());
            frame.setWord(RuntimeProtocol.GRANT_WORD + 1, (int) (data.address() + message.dataOffset()));
            frame.setWord(RuntimeProtocol.GRANT_WORD + 2, (int) entry.grant());
            frame.setWord(RuntimeProtocol.GRANT_WORD + 3, (int) (entry.grant() >>> Integer.SIZE));
            for (int piece = 1, at = RuntimeProtocol.GRANTED_WORDS; piece < message.pieces(); piece++, at += RuntimeProtocol.PIECE_WORDS) {
                parts.agent().charge(Op.MESSAGE_PIECE);
                frame.setWord(at, message.bytes(piece));
                frame.setWord(at + 1, (int) message.address(piece));
            }
        }
        route.post();
        sentNs[index] = parts.nowNs();
        int[] counts = unanswered[index];
        if (counts != null) {
            counts[instance]++;
        }
        return true;
    }

    /** Sends an operation on memory of the peer's card; the answer is a reply. */
    boolean ask(Route owner, int cookie, int[] operation) {
        FrameRoute route = route(index(owner));
        MessageFrame frame = route == null ? null : route.open();
        if (route == null || frame == null) {
            return false;
        }
        frame.header(RuntimeProtocol.SMALL_WORDS, 0, 0, Function.SMALL_MESSAGE, route.initiator(), route.target());
        frame.contexts(cookie, RuntimeProtocol.controlWord(0, 0, RuntimeProtocol.KIND_MEMORY));
        for (int i = 0; i < Message.WORDS; i++) {
            frame.setWord(RuntimeProtocol.FIRST_USER_WORD + i, operation[i]);
        }
        memory.asks().goesTo(cookie, route.replier());
        route.post();
        return true;
    }

    // --- answers

    /** A peer has answered: its receiver has room again, and it has the data. */
    void onReply(MessageFrame reply, int[] words) {
        if ((reply.transactionContext() & 0xFF) == RuntimeProtocol.KIND_MEMORY) {
            if (reply.isFail() || reply.requestStatus() != RequestStatus.SUCCESS) {
                memory.asks().refusedByPeer(reply.target(), reply.initiatorContext());
            } else {
                for (int i = 0; i < words.length; i++) {
                    words[i] = reply.wordOrZero(FrameMessages.ANSWER_WORD + i);
                }
                memory.asks().answeredByPeer(reply.target(), reply.initiatorContext(), words, 0);
            }
            return;
        }
        int cookie = reply.initiatorContext();
        int index = cookie >>> Byte.SIZE & 0xFF;
        if (repliers[index] != reply.target()) {
            // A cookie can be guessed; who has answered cannot be somebody else.
            foreign++;
            return;
        }
        if (epochs[index] == cookie >>> EPOCH_SHIFT) {
            answered(index, reply.transactionContext() >>> INSTANCE_SHIFT, cookie >>> NOTE_SHIFT & 0xFF, cookie & 0xFF,
                reply.isFail() || reply.requestStatus() != RequestStatus.SUCCESS ? reasonOf(reply) : ReturnReason.NONE);
        }
    }

    private void answered(int index, int instance, int name, int serial, ReturnReason reason) {
        int[] counts = unanswered[index];
        int[] late = overdue[index];
        if (counts == null || late == null || counts[instance] == 0) {
            return;
        }
        if (name != 0 && !inFlight.answered(name, serial, index, epochs[index], reason)) {
            if (late[instance] == 0) {
                // It was answered before.
                return;
            }
            endOverdue(index, instance, 1);
        }
        counts[instance]--;
        silent[index] = false;
        refused += reason == ReturnReason.NONE ? 0 : 1;
    }

    /** So many overdue messages to an instance are waited for no more. */
    private void endOverdue(int index, int instance, int messages) {
        int[] late = overdue[index];
        int[] without = forgiven[index];
        if (late != null && without != null) {
            late[instance] -= messages;
            without[instance] = Math.min(without[instance], late[instance]);
            overdueCount[index] -= messages;
            retiringNs[index] = overdueCount[index] == 0 ? 0 : retiringNs[index];
        }
    }

    private static ReturnReason reasonOf(MessageFrame reply) {
        return reply.isFail() ? ReturnReason.NO_ANSWER : switch (reply.detailedStatus()) {
            case DetailedStatus.INSUFFICIENT_RESOURCE_HARD -> ReturnReason.TOO_LARGE;
            case DetailedStatus.DEVICE_BUSY, DetailedStatus.INSUFFICIENT_RESOURCE_SOFT -> ReturnReason.RECEIVER_FULL;
            default -> ReturnReason.NO_RECEIVER;
        };
    }

    /** What is kept of messages to peers that are gone ends, and what could not be brought back before is. */
    int doWork() {
        long now = parts.nowNs();
        if (now >= lookNs) {
            lookNs = now + LOOK_NS;
            for (int i = 0; i < MAX_PEERS; i++) {
                if (overdueCount[i] > 0) {
                    retire(i, now);
                }
                if (peers[i] != null && now - sentNs[i] > InFlightMessages.ANSWER_NS) {
                    settle(i);
                }
            }
        }
        return inFlight.doWork(this);
    }

    /** {@return whether the frame of a message is free only when its answer has left: not of the host, which copies what it gets} */
    private boolean isCard(int index) {
        PeerKey key = peers[index];
        return key != null && !HostPeer.isAt(key.iopId, key.tid);
    }

    /** A peer to which nothing was sent for long has given back all frames: what it has not answered, it never will. */
    private void settle(int index) {
        FrameRoute route = isCard(index) ? route(index) : null;
        int[] counts = unanswered[index];
        int waiting = 0;
        for (int i = 0; counts != null && i < counts.length; i++) {
            waiting += counts[i];
        }
        if (waiting > 0 && route != null && hasAllFrames(index) && !inFlight.isWaiting(index)) {
            beginEpoch(index);
        }
    }

    private boolean hasAllFrames(int peer) {
        FrameRoute route = isCard(peer) ? route(peer) : null;
        return route != null && route.freeFrames() >= mostFree[peer];
    }

    @Override
    public void isOverdue(int peer, int receiver) {
        int[] late = overdue[peer];
        if (late != null) {
            late[receiver]++;
            overdueCount[peer]++;
            silent[peer] = true;
            forgive(peer, receiver);
        }
    }

    @Override
    public boolean isSilent(int peer) {
        return silent[peer];
    }

    /** Gives back the credit of overdue messages to an instance, while so many frames are free that others need not notice. */
    private void forgive(int peer, int receiver) {
        int[] late = overdue[peer];
        int[] without = forgiven[peer];
        if (late != null && without != null && without[receiver] < late[receiver]) {
            FrameRoute route = isCard(peer) ? route(peer) : null;
            without[receiver] = route != null && route.freeFrames() >= FRAMES_FOR_OTHERS ? late[receiver] : without[receiver];
        }
    }

    /**
     * When all frames have been free for as long as an answer may be on its way, what is overdue will not be answered any more. It is
     * looked at each {@link #LOOK_NS}: a frame that is taken and free again between two looks is not noticed.
     */
    private void retire(int index, long now) {
        for (int instance = 0; instance < INSTANCES; instance++) {
            forgive(index, instance);
        }
        if (!hasAllFrames(index)) {
            // An answer, or a message that may be answered, is on its way: it begins anew.
            retiringNs[index] = 0;
        } else if (retiringNs[index] == 0) {
            retiringNs[index] = now;
        } else if (now - retiringNs[index] > WAY_NS) {
            int[] counts = unanswered[index];
            int[] late = overdue[index];
            for (int instance = 0; counts != null && late != null && instance < INSTANCES; instance++) {
                counts[instance] -= late[instance];
                unheard += late[instance];
                endOverdue(index, instance, late[instance]);
            }
            retiringNs[index] = 0;
        }
    }

    @Override
    public boolean isSame(int peer, int epoch, @Nullable PeerSession session) {
        parts.agent().charge(Op.POLL_PEER);
        PeerKey key = peers[peer];
        return key != null && find(key.iopId, key.tid) != null && sessions[peer] == session && epochs[peer] == epoch;
    }

    /** A sender has left. */
    void forget(int sender) {
        inFlight.forget(sender);
    }

    int lent() {
        return inFlight.lent();
    }

    void reset() {
        HostPeer there = host;
        if (there != null) {
            there.reset();
        }
        for (int i = 0; i < MAX_PEERS; i++) {
            forgetPeer(i);
        }
    }
}
