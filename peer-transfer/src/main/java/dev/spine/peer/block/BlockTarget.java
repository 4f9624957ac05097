package dev.spine.peer.block;

import dev.spine.i2o.MessageFrame;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.peer.PeerConnection;
import dev.spine.peer.PeerSession;
import org.jspecify.annotations.Nullable;

/** A disk as one user of a {@link BlockClient} knows it: the way to it, and what waits for its frames. Belongs to the card's agent. */
public final class BlockTarget {
    /** {@link #reason} when no answer came, or none that can be true. */
    public static final int NO_ANSWER = 1;

    /** How far it is. */
    enum State {
        /** The connection is not open yet, or there was no frame for the question. */
        ASKING,
        /** The disk has been asked what it is. */
        ASKED,
        /** It answered, and its user has not been told yet. */
        ANSWERED,
        /** In use. */
        OPEN,
        /** Closed by its user, or lost; it stays until the disk has returned what it has. */
        CLOSED
    }

    final int index;
    final int generation;
    /** The IOP_ID of its IOP. */
    final int iopId;
    /** Null for a disk of this IOP. */
    final @Nullable PeerConnection connection;
    private final @Nullable MessageRoute local;
    private final Object user;
    State state = State.ASKING;
    /** The route on which it was asked: another one means that the connection was lost meanwhile. */
    @Nullable MessageRoute route;
    /** The session of that route; null for a disk of this IOP, and before it was asked. */
    @Nullable PeerSession session;
    /** When its answer must have come; 0 while there is no route to ask. */
    long deadlineNs;
    /** It has been asked, and may still write its answer. */
    boolean owesAnswer;
    long capacityBytes;
    int blockBytes;
    int reason;
    /** Requests that the disk has. */
    int inFlight;
    private @Nullable PeerBlockRequest first;
    private @Nullable PeerBlockRequest last;

    BlockTarget(Object user, int index, int generation, int iopId, @Nullable PeerConnection connection, @Nullable MessageRoute local) {
        this.user = user;
        this.iopId = iopId;
        this.index = index;
        this.generation = generation;
        this.connection = connection;
        this.local = local;
    }

    /** {@return who opened it} */
    public Object user() {
        return user;
    }

    /** {@return whether requests can be submitted} */
    public boolean isOpen() {
        return state == State.OPEN && !isGone();
    }

    /** {@return 0, or why there is no such disk: {@link #NO_ANSWER} or the request status of its answer} */
    public int reason() {
        return reason;
    }

    /** {@return how many bytes the disk holds} */
    public long capacityBytes() {
        return capacityBytes;
    }

    /** {@return bytes of a block, a power of two} */
    public int blockBytes() {
        return blockBytes;
    }

    /** {@return the way to the disk now, or null while there is none} */
    @Nullable MessageRoute route() {
        PeerConnection peer = connection;
        return peer == null ? local : peer.route();
    }

    /** {@return whether a reply comes from this disk: others may guess its cookie} */
    boolean isFrom(MessageFrame reply) {
        MessageRoute asked = route;
        return asked != null && asked.replier() == reply.target();
    }

    /** {@return whether the disk cannot be reached any more, or never could} */
    boolean isGone() {
        PeerConnection peer = connection;
        if (peer == null) {
            return local == null;
        }
        return peer.state() == PeerConnection.State.REFUSED || peer.state() == PeerConnection.State.LOST
            || route != null && peer.route() != route;
    }

    /** {@return whether nothing of it moves any more, although it is gone: its IOP has let go of what it had} */
    boolean isSettled() {
        PeerSession asked = session;
        return asked == null || asked.isOver();
    }

    /** {@return the cookie of the question what it is} */
    int cookie() {
        return generation << Byte.SIZE | index;
    }

    boolean hasWaiting() {
        return first != null;
    }

    void append(PeerBlockRequest request) {
        PeerBlockRequest tail = last;
        if (tail == null) {
            first = request;
        } else {
            tail.next = request;
        }
        last = request;
    }

    @Nullable PeerBlockRequest peek() {
        return first;
    }

    /** Takes the first request of those that wait. */
    void removeFirst() {
        PeerBlockRequest head = first;
        if (head != null) {
            first = head.next;
            head.next = null;
            if (first == null) {
                last = null;
            }
        }
    }
}
