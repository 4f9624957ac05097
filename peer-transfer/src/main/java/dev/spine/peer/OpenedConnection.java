package dev.spine.peer;

import dev.spine.i2o.Tid;
import dev.spine.iop.kernel.InboundPort;
import dev.spine.iop.kernel.MessageRoute;
import org.jspecify.annotations.Nullable;

/** A connection that a module of this IOP has asked for. Changed by its {@link PeerLink} only. */
final class OpenedConnection implements PeerConnection {
    private final int localTid;
    private final int remoteTid;
    private State state = State.OPENING;
    private String reason = "";
    private @Nullable MessageRoute route;
    private @Nullable PeerSession session;
    private int alias = Tid.NONE;
    private @Nullable InboundPort replies;
    private long deadlineNs;

    OpenedConnection(int localTid, int remoteTid) {
        this.localTid = localTid;
        this.remoteTid = remoteTid;
    }

    int localTid() {
        return localTid;
    }

    int remoteTid() {
        return remoteTid;
    }

    boolean joins(int local, int remote) {
        return localTid == local && remoteTid == remote;
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public @Nullable MessageRoute route() {
        return route;
    }

    @Override
    public @Nullable PeerSession session() {
        return session;
    }

    @Override
    public String reason() {
        return reason;
    }

    /** The TID here that stands for the remote object, {@link Tid#NONE} while none is reserved. */
    int alias() {
        return alias;
    }

    @Nullable InboundPort replies() {
        return replies;
    }

    void reserve(int newAlias, InboundPort port) {
        alias = newAlias;
        replies = port;
    }

    void release() {
        alias = Tid.NONE;
        replies = null;
    }

    long deadlineNs() {
        return deadlineNs;
    }

    void opening(long answerByNs) {
        state = State.OPENING;
        reason = "the other IOP has not answered yet";
        deadlineNs = answerByNs;
    }

    void opened(MessageRoute way, PeerSession in) {
        session = in;
        state = State.OPEN;
        reason = "";
        route = way;
    }

    void ended(State how, String why) {
        MessageRoute way = route;
        if (way != null) {
            way.cancel();
        }
        route = null;
        state = how;
        reason = why;
    }

    @Override
    public String toString() {
        return "connection of TID 0x" + Integer.toHexString(localTid) + " with remote TID 0x" + Integer.toHexString(remoteTid) + ", "
            + state + (reason.isEmpty() ? "" : ": " + reason);
    }
}
