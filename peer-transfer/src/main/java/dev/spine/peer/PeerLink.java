package dev.spine.peer;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.EventData;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.exec.ConnSetupReply;
import dev.spine.i2o.message.exec.ExecConnSetup;
import dev.spine.i2o.message.exec.ExecIopConnect;
import dev.spine.i2o.message.exec.IopConnectReply;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.AliasEntry;
import dev.spine.iop.kernel.InboundPort;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.MessageRoute;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything between this IOP and one other. Belongs to this IOP's agent.
 *
 * <p>What this IOP asks of the other lives here; what the other asks of this one is its {@link InboundSide}. A session begins when the
 * first connection is wanted, and ends when either IOP is cleared or reset, or leaves the system table:
 * <pre>
 *   CLOSED --notice BEGIN--> BEGINNING --the notice comes home with a queue pair--> CONNECTING --IopConnect, reply--> CONNECTED
 *      ^                                                                                                        |
 *      +------------------------- END, sent or received: connections are lost ----------------------------------+
 * </pre>
 */
final class PeerLink {
    /** The most connections that modules of this IOP ask for to one other, ended ones included. */
    static final int MAX_CONNECTIONS = 64;

    private enum Phase { CLOSED, BEGINNING, CONNECTING, CONNECTED }

    /** Replies of the other executive: one request is outstanding, and one may be left from a timeout. */
    private static final int EXECUTIVE_REPLIES = 2;

    private final LinkEnvironment here;
    private final PeerPort port;
    private final InboundSide inbound;
    private final LinkNotice notice;
    private final PeerHealth health;
    private final List<OpenedConnection> connections = new ArrayList<>();
    /** Reply queue pairs that no connection uses and whose frames are all free. */
    private final List<InboundPort> spareReplies = new ArrayList<>();
    /** Reply queue pairs of connections that have ended, in which late replies may still arrive. */
    private final List<InboundPort> usedReplies = new ArrayList<>();
    private int iopId;
    private boolean isNoticeOut;
    private boolean endOwed;
    private Phase phase = Phase.CLOSED;
    private @Nullable QueuePair requestQueuePair;
    private @Nullable MessageRoute executive;
    private @Nullable InboundPort executiveReplies;
    private int executiveAlias = Tid.NONE;
    private @Nullable OpenedConnection inSetup;
    private boolean asked;
    private int sequence;
    private PeerSession session = new PeerSession();
    /** Sessions that this IOP has ended: those of which the other has still to be told, and those of which it has. */
    private final List<PeerSession> ending = new ArrayList<>();
    private final List<PeerSession> notified = new ArrayList<>();

    PeerLink(LinkEnvironment here, PeerPort port) {
        this.here = here;
        this.port = port;
        this.inbound = new InboundSide(here, port.busAgent());
        this.notice = new LinkNotice(here.own());
        this.health = new PeerHealth(here.device());
    }

    PeerPort port() {
        return port;
    }

    int iopId() {
        return iopId;
    }

    void iopId(int number) {
        iopId = number;
    }

    InboundSide inbound() {
        return inbound;
    }

    List<OpenedConnection> connections() {
        return connections;
    }

    // Asked for with each message to a peer: without an iterator for each.
    @SuppressWarnings("ForLoopReplaceableByForEach")
    @Nullable OpenedConnection find(int localTid, int remoteTid) {
        for (int i = 0; i < connections.size(); i++) {
            OpenedConnection connection = connections.get(i);
            if (connection.joins(localTid, remoteTid)) {
                return connection;
            }
        }
        return null;
    }

    /** The connection of a pair, asked for again if it has ended; one that stands in no table and is refused when the table is full. */
    OpenedConnection open(int localTid, int remoteTid) {
        OpenedConnection connection = find(localTid, remoteTid);
        if (connection == null) {
            connection = new OpenedConnection(localTid, remoteTid);
            if (connections.size() == MAX_CONNECTIONS && !removeEnded()) {
                refuse(connection, "this IOP has " + MAX_CONNECTIONS + " connections to IOP " + iopId + ", which is all it can have");
                return connection;
            }
            connections.add(connection);
        } else if (connection.state() == PeerConnection.State.OPENING || connection.state() == PeerConnection.State.OPEN) {
            return connection;
        }
        connection.opening(here.agent().nowNs() + here.settings().connectTimeoutNs());
        return connection;
    }

    /** Forgets the connection that ended longest ago and holds nothing: whoever still wants it asks for it again. */
    private boolean removeEnded() {
        for (OpenedConnection connection : connections) {
            boolean ended = connection.state() == PeerConnection.State.REFUSED || connection.state() == PeerConnection.State.LOST;
            if (ended && connection.replies() == null && connection != inSetup) {
                connections.remove(connection);
                return true;
            }
        }
        return false;
    }

    // --- what has to be done, step by step

    /** Whether {@link #advance} has something to do or to wait for. */
    boolean isPending() {
        return endOwed || nextOpening() != null;
    }

    private @Nullable OpenedConnection nextOpening() {
        for (OpenedConnection connection : connections) {
            if (connection.state() == PeerConnection.State.OPENING) {
                return connection;
            }
        }
        return null;
    }

    /**
     * Does the next step of whatever is pending.
     *
     * @param operational whether this IOP may have external traffic now
     * @return how many steps were done
     */
    int advance(boolean operational) {
        int work = 0;
        if (endOwed && !isNoticeOut) {
            endOwed = false;
            inbound.end();
            notified.addAll(ending);
            ending.clear();
            send(LinkNotice.Subject.END);
            work++;
        }
        work += expire();
        OpenedConnection next = nextOpening();
        if (next == null) {
            return work;
        }
        here.agent().wakeAt(earliestDeadline());
        if (!operational) {
            return work;
        }
        return work + switch (phase) {
            case CLOSED -> begin();
            case BEGINNING -> 0;
            case CONNECTING -> asked ? 0 : sendConnect();
            case CONNECTED -> inSetup == null ? sendSetup(next) : 0;
        };
    }

    private long earliestDeadline() {
        long earliest = Long.MAX_VALUE;
        for (OpenedConnection connection : connections) {
            if (connection.state() == PeerConnection.State.OPENING) {
                earliest = Math.min(earliest, connection.deadlineNs());
            }
        }
        return earliest;
    }

    private int expire() {
        long now = here.agent().nowNs();
        int expired = 0;
        for (OpenedConnection connection : connections) {
            if (connection.state() == PeerConnection.State.OPENING && connection.deadlineNs() <= now) {
                // Its alias and queue pair are kept: the other IOP may have taken them, and a repeated request names them again.
                refuse(connection, "IOP " + iopId + " did not answer within " + here.settings().connectTimeoutNs() / 1_000_000 + " ms");
                health.report(EventData.ConnectionFail.NOT_RESPONDING, iopId);
                if (inSetup == connection) {
                    // Perhaps the executives do not know each other by the right TIDs: the next attempt begins by asking again.
                    inSetup = null;
                    phase = Phase.CONNECTING;
                    asked = false;
                }
                expired++;
            }
        }
        if (expired > 0 && nextOpening() == null) {
            asked = false;
        }
        return expired;
    }

    private void refuse(OpenedConnection connection, String why) {
        connection.ended(PeerConnection.State.REFUSED, why);
        here.device().counters().increment(Counter.CONNECTIONS_REFUSED);
    }

    private void refuseAll(String why) {
        for (OpenedConnection connection : connections) {
            if (connection.state() == PeerConnection.State.OPENING) {
                refuse(connection, why);
            }
        }
        asked = false;
        inSetup = null;
    }

    private void send(LinkNotice.Subject subject) {
        notice.subject(subject);
        isNoticeOut = true;
        here.agent().deliver(port.arrivals(), notice);
    }

    private int begin() {
        if (isNoticeOut) {
            return 0;
        }
        phase = Phase.BEGINNING;
        session = new PeerSession();
        send(LinkNotice.Subject.BEGIN);
        return 1;
    }

    // --- notes

    /** A note of the other IOP; it goes home answered. */
    void onNotice(LinkNotice theirs) {
        if (theirs.subject() == LinkNotice.Subject.BEGIN) {
            inbound.begin(theirs);
        } else {
            inbound.end();
            // It has ended all that was asked of it before it said so.
            session.end();
            endSession(PeerConnection.State.OPENING, "IOP " + iopId + " has ended the session");
            // What the other IOP posted on these queue pairs came before its notice.
            cleanUsedReplies();
        }
        here.agent().deliver(theirs.sender().arrivals(), theirs);
    }

    /** A note of this IOP, answered: this link's, or another's. */
    void onNoticeReturned(LinkNotice home) {
        if (home != notice) {
            return;
        }
        isNoticeOut = false;
        if (notice.subject() == LinkNotice.Subject.END) {
            notified.forEach(PeerSession::end);
            notified.clear();
            cleanUsedReplies();
        } else if (phase == Phase.BEGINNING) {
            QueuePair queuePair = notice.queuePair();
            if (queuePair == null) {
                phase = Phase.CLOSED;
                refuseAll("IOP " + iopId + ' ' + notice.lack());
            } else {
                requestQueuePair = queuePair;
                phase = Phase.CONNECTING;
                asked = false;
            }
        }
    }

    private void cleanUsedReplies() {
        for (InboundPort used : usedReplies) {
            used.discardPosted();
            spareReplies.add(used);
        }
        usedReplies.clear();
    }

    /**
     * Ends what is between the two IOPs from this side, and tells the other.
     *
     * @param why in words for people
     */
    void end(String why) {
        boolean used = phase != Phase.CLOSED || isNoticeOut || inbound.isUsed();
        inbound.end();
        ending.add(session);
        endSession(PeerConnection.State.REFUSED, why);
        phase = Phase.CLOSED;
        endOwed |= used;
        if (!endOwed) {
            ending.clear();
        }
    }

    /** Takes down what this IOP has opened. Connections that are being opened enter {@code opening}: they go on, or are refused. */
    private void endSession(PeerConnection.State opening, String why) {
        for (OpenedConnection connection : connections) {
            giveUpAlias(connection.alias(), connection.replies());
            connection.release();
            if (connection.state() == PeerConnection.State.OPEN) {
                connection.ended(PeerConnection.State.LOST, why);
                here.device().counters().increment(Counter.CONNECTIONS_LOST);
            } else if (connection.state() == PeerConnection.State.OPENING && opening == PeerConnection.State.REFUSED) {
                refuse(connection, why);
            }
        }
        giveUpAlias(executiveAlias, executiveReplies);
        MessageRoute route = executive;
        if (route != null) {
            route.cancel();
        }
        executive = null;
        executiveAlias = Tid.NONE;
        executiveReplies = null;
        requestQueuePair = null;
        inSetup = null;
        asked = false;
        if (phase != Phase.BEGINNING) {
            phase = Phase.CLOSED;
        }
    }

    private void giveUpAlias(int alias, @Nullable InboundPort replies) {
        if (replies != null) {
            here.peers().withdraw(here.busAgent(), alias);
            here.device().connections().disconnect(alias);
            usedReplies.add(replies);
        }
    }

    // --- IopConnect

    private int sendConnect() {
        QueuePair queuePair = requestQueuePair;
        if (queuePair == null) {
            return 0;
        }
        InboundPort replies = executiveReplies;
        if (replies == null) {
            replies = takeReplies(EXECUTIVE_REPLIES);
            int alias = replies == null ? Tid.NONE : allocateAlias(replies);
            if (replies == null || alias == Tid.NONE) {
                return 1;
            }
            executiveReplies = replies;
            executiveAlias = alias;
            executive = new MessageRoute(here.agent(), here.device().dma(), port.busAgent(), queuePair, Tid.EXECUTIVE, Tid.EXECUTIVE);
            reserve(alias, Tid.EXECUTIVE, Tid.EXECUTIVE, replies);
        }
        MessageFrame frame = openOrWait(executive);
        if (frame == null) {
            return 0;
        }
        new ExecIopConnect(0, here.iop().unit().frameBytes() / Integer.BYTES, executiveAlias, here.iop().iopId(), here.iop().hostUnitId())
            .emit(frame, new Header(Tid.EXECUTIVE, Tid.EXECUTIVE, 0, ++sequence));
        post(executive);
        asked = true;
        return 1;
    }

    /** {@return a TID for a connection with this queue pair for replies; {@link Tid#NONE}, and all is refused, when none is left} */
    private int allocateAlias(InboundPort replies) {
        int alias = here.iop().allocateAlias();
        if (alias == Tid.NONE) {
            spareReplies.add(replies);
            refuseAll("all TIDs of this IOP are in use");
        }
        return alias;
    }

    /** Enters a row that reserves the alias, and offers the queue pair for replies under it. */
    private void reserve(int alias, int remoteTid, int localTid, InboundPort replies) {
        here.device().connections().connect(
            new AliasEntry(alias, remoteTid, iopId, here.iop().hostUnitId(), port.busAgent(), localTid, Tid.NONE, null, null, true));
        here.peers().park(here.busAgent(), alias, replies.queuePair());
    }

    /** {@return a queue pair for replies; null, and all is refused, when there is no room for its frames} */
    private @Nullable InboundPort takeReplies(int frames) {
        for (InboundPort spare : spareReplies) {
            if (spare.queuePair().frameCount() == frames) {
                spareReplies.remove(spare);
                return spare;
            }
        }
        String lack = here.lackOfFrames(frames);
        if (lack != null) {
            refuseAll("this IOP " + lack);
            return null;
        }
        return here.device().ports()
            .open(here.iop().unit().openQueuePair(port.busAgent().name(), QueuePair.Kind.REPLY, frames), port.busAgent());
    }

    private @Nullable MessageFrame openOrWait(@Nullable MessageRoute route) {
        MessageFrame frame = route == null ? null : route.open();
        if (frame == null && route != null) {
            here.device().counters().increment(Counter.NO_FRAME);
            route.wakeMe();
        }
        return frame;
    }

    private void post(@Nullable MessageRoute route) {
        here.agent().charge(Op.BUILD_FRAME);
        if (route != null) {
            route.post();
        }
    }

    /** A reply of the other executive; the kernel has checked that it comes from this link's IOP. */
    void onReply(MessageFrame reply) {
        if (reply.transactionContext() != sequence) {
            here.device().counters().increment(Counter.STRAY_REPLIES);
        } else if (phase == Phase.CONNECTING && asked) {
            health.report(EventData.ConnectionFail.RESPONDS, iopId);
            onConnectReply(reply);
        } else if (phase == Phase.CONNECTED && inSetup != null) {
            health.report(EventData.ConnectionFail.RESPONDS, iopId);
            onSetupReply(reply, inSetup);
        } else {
            here.device().counters().increment(Counter.STRAY_REPLIES);
        }
    }

    private void onConnectReply(MessageFrame reply) {
        asked = false;
        QueuePair queuePair = requestQueuePair;
        int alias = IopConnectReply.ALIAS.get(reply);
        if (queuePair == null || refuses(reply)) {
            refuseAll("IOP " + iopId + " refused: " + refusal(reply));
        } else if (IopConnectReply.IOP_ID.get(reply) != iopId || !Tid.isAssignable(alias)
            || IopConnectReply.FRAME_WORDS.get(reply) * Integer.BYTES != queuePair.slotBytes()) {
            refuseAll("the answer of IOP " + iopId + " contradicts the system table");
        } else {
            executive = new MessageRoute(here.agent(), here.device().dma(), port.busAgent(), queuePair, alias, Tid.EXECUTIVE);
            here.device().connections().connect(new AliasEntry(executiveAlias, Tid.EXECUTIVE, iopId,
                IopConnectReply.HOST_UNIT_ID.get(reply), port.busAgent(), Tid.EXECUTIVE, alias, queuePair, null, true));
            phase = Phase.CONNECTED;
        }
    }

    private static boolean refuses(MessageFrame reply) {
        return reply.isFail() || reply.requestStatus() != RequestStatus.SUCCESS;
    }

    private static String refusal(MessageFrame reply) {
        if (reply.isFail()) {
            return "transport failure " + FailureCode.name(reply.requestStatus());
        }
        return RequestStatus.name(reply.requestStatus()) + ", " + DetailedStatus.name(reply.detailedStatus());
    }

    // --- ConnSetup, one at a time

    private int sendSetup(OpenedConnection connection) {
        QueuePair queuePair = requestQueuePair;
        if (queuePair == null) {
            return 0;
        }
        if (connection.replies() == null) {
            InboundPort replies = takeReplies(Math.min(queuePair.frameCount(), here.settings().replyFrames()));
            int alias = replies == null ? Tid.NONE : allocateAlias(replies);
            if (replies == null || alias == Tid.NONE) {
                return 1;
            }
            connection.reserve(alias, replies);
            reserve(alias, connection.remoteTid(), connection.localTid(), replies);
        }
        MessageFrame frame = openOrWait(executive);
        MessageRoute route = executive;
        if (frame == null || route == null) {
            return 0;
        }
        new ExecConnSetup(connection.remoteTid(), connection.localTid(), 0, connection.alias(), 0, 0, ClassId.MATCH_ALL)
            .emit(frame, new Header(route.target(), route.initiator(), 0, ++sequence));
        post(route);
        inSetup = connection;
        return 1;
    }

    private void onSetupReply(MessageFrame reply, OpenedConnection connection) {
        inSetup = null;
        QueuePair queuePair = requestQueuePair;
        InboundPort replies = connection.replies();
        int ownAlias = ConnSetupReply.INITIATOR_ALIAS.get(reply);
        boolean refused = refuses(reply);
        boolean plausible = !refused && ConnSetupReply.TARGET_ALIAS.get(reply) == connection.alias() && Tid.isAssignable(ownAlias)
            && ConnSetupReply.TARGET.get(reply) == connection.remoteTid() && ConnSetupReply.INITIATOR.get(reply) == connection.localTid();
        if (queuePair == null || replies == null || !plausible) {
            // A queue pair that the other IOP did not take is free at once; one that it took stays aside until the session ends.
            if (replies != null) {
                boolean untouched = here.peers().withdraw(here.busAgent(), connection.alias());
                here.device().connections().disconnect(connection.alias());
                (untouched ? spareReplies : usedReplies).add(replies);
            }
            connection.release();
            refuse(connection, refused ? "IOP " + iopId + " refused: " + refusal(reply)
                : "the answer of IOP " + iopId + " does not fit the request");
            return;
        }
        here.device().connections().connect(new AliasEntry(connection.alias(), connection.remoteTid(), iopId, here.iop().hostUnitId(),
            port.busAgent(), connection.localTid(), ownAlias, queuePair, null, true));
        connection.opened(new MessageRoute(here.agent(), here.device().dma(), port.busAgent(), queuePair, ownAlias, connection.remoteTid(),
            connection.alias(), here.iop().paths().gate(connection.remoteTid(), iopId)), session);
        here.device().counters().increment(Counter.CONNECTIONS_OPENED);
    }

    // --- for tests and reports
}
