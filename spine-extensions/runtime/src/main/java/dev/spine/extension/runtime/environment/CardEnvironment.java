package dev.spine.extension.runtime.environment;

import dev.spine.i2o.Tid;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.executive.EventSource;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.FrameRoute;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.packet.PacketPort;
import dev.spine.peer.PeerConnection;
import dev.spine.peer.PeerConnections;
import dev.spine.peer.PeerSession;
import org.jspecify.annotations.Nullable;

/** A card as the runtime's place. Belongs to the card's agent. */
public final class CardEnvironment implements ExecutionEnvironment {
    private final DeviceContext context;

    /** The place of a device of a card. */
    public CardEnvironment(DeviceContext context) {
        this.context = context;
    }

    @Override
    public String name() {
        return context.directory().iopName();
    }

    @Override
    public int tid() {
        return context.tid();
    }

    @Override
    public AgentContext agent() {
        return context.agent();
    }

    @Override
    public DmaEngine dma() {
        return context.dma();
    }

    @Override
    public @Nullable PacketPort port() {
        return context.service(PacketPort.class);
    }

    @Override
    public @Nullable FrameRoute application() {
        return context.route(Tid.HOST);
    }

    @Override
    public @Nullable FrameRoute openPeer(int iopId, int tid) {
        PeerConnections connections = context.service(PeerConnections.class);
        return connections == null ? null : routeOf(connections.open(context.tid(), iopId, tid));
    }

    @Override
    public @Nullable FrameRoute peer(int iopId, int tid) {
        PeerConnections connections = context.service(PeerConnections.class);
        return connections == null ? null : routeOf(connections.find(context.tid(), iopId, tid));
    }

    private static @Nullable FrameRoute routeOf(@Nullable PeerConnection connection) {
        return connection == null || connection.state() != PeerConnection.State.OPEN ? null : connection.route();
    }

    @Override
    public @Nullable PeerSession session(int iopId, int tid) {
        PeerConnections connections = context.service(PeerConnections.class);
        PeerConnection connection = connections == null ? null : connections.find(context.tid(), iopId, tid);
        return connection == null ? null : connection.session();
    }

    @Override
    public boolean hasWays() {
        return context.service(PeerConnections.class) != null;
    }

    @Override
    public WayState wayState(int iopId, int tid) {
        PeerConnections connections = context.service(PeerConnections.class);
        PeerConnection connection = connections == null ? null : connections.find(context.tid(), iopId, tid);
        return connection == null ? WayState.GONE : switch (connection.state()) {
            case OPENING -> WayState.OPENING;
            case OPEN -> WayState.OPEN;
            case REFUSED, LOST -> WayState.GONE;
        };
    }

    @Override
    public EnvironmentDisks disks(EnvironmentDisks.Listener listener) {
        return new CardDisks(context, listener);
    }

    @Override
    public void report(int indicator, int... data) {
        EventSource events = context.service(EventSource.class);
        if (events != null) {
            context.agent().charge(Op.BUILD_FRAME);
            events.report(context.tid(), indicator, data);
        }
    }

    @Override
    public void countLost() {
        context.counters().increment(Counter.PACKETS_NO_BUFFER);
    }
}
