package dev.spine.peer.batch;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.peer.PeerConnection;
import dev.spine.peer.PeerConnections;
import dev.spine.peer.ServiceModule;
import org.jspecify.annotations.Nullable;

/**
 * The way to one device on another IOP, from the host's START to its STOP. START is answered when the device is connected or will not be,
 * STOP when it has answered the last message. A connection that is lost meanwhile is asked for again. Belongs to the card's agent.
 */
public final class PeerPath {
    /** How often a lost connection is asked for again. */
    private static final long RETRY_NS = 10_000_000L;

    /** What has come of {@link #advance}. */
    public enum Step {
        /** Nothing. */
        NONE,
        /** The host's START was answered: the path runs. */
        STARTED,
        /** The host was answered and the path is over: its device forgets it. */
        ENDED
    }

    private final DeviceContext context;
    private final int iopId;
    private final int tid;
    private PeerConnection connection;
    /** The host's START, while it has not been answered. */
    private @Nullable KernelRequest starting;
    /** The host's STOP, from which on no packet is taken. */
    private @Nullable KernelRequest stopping;
    private long retryNs;

    /**
     * A path that is being opened.
     *
     * @param context of the device whose path it is
     * @param connections of its IOP
     * @param iopId the IOP_ID of the other IOP
     * @param tid of the device there
     * @param starting the host's START
     */
    public PeerPath(DeviceContext context, PeerConnections connections, int iopId, int tid, KernelRequest starting) {
        this.context = context;
        this.iopId = iopId;
        this.tid = tid;
        this.starting = starting;
        this.connection = connections.open(context.tid(), iopId, tid);
    }

    /** {@return the route to the device, or null while it is not connected} */
    public @Nullable MessageRoute route() {
        return connection.route();
    }

    /** {@return whether the device was refused, or is lost} */
    public boolean isGone() {
        PeerConnection.State state = connection.state();
        return state == PeerConnection.State.LOST || state == PeerConnection.State.REFUSED;
    }

    /** {@return whether START was answered, and STOP has not come: packets are taken} */
    public boolean isRunning() {
        return starting == null && stopping == null;
    }

    /**
     * Takes the host's STOP; what cannot be is answered at once.
     *
     * @param request the host's
     * @return whether the path ends now, once it is drained
     */
    public boolean stop(KernelRequest request) {
        if (isRunning()) {
            stopping = request;
            return true;
        }
        ServiceModule.refuse(request, starting != null ? DetailedStatus.INVALID_PARAMETER : DetailedStatus.DEVICE_BUSY);
        return false;
    }

    /**
     * {@return what has come of what the host waits for}
     *
     * @param drained whether no packet is at the device
     * @param reconnects whether a lost connection is asked for again
     */
    public Step advance(boolean drained, boolean reconnects) {
        KernelRequest stop = stopping;
        if (stop != null) {
            if (!drained) {
                return Step.NONE;
            }
            stopping = null;
            ServiceModule.answer(stop, RequestStatus.SUCCESS, 0);
            return Step.ENDED;
        }
        KernelRequest start = starting;
        if (start != null && connection.state() != PeerConnection.State.OPENING) {
            boolean open = connection.state() == PeerConnection.State.OPEN;
            starting = null;
            ServiceModule.answer(start, open ? RequestStatus.SUCCESS : RequestStatus.ERROR_NO_DATA_TRANSFER,
                open ? 0 : DetailedStatus.DEVICE_NOT_AVAILABLE);
            return open ? Step.STARTED : Step.ENDED;
        }
        if (start == null && reconnects && isGone()) {
            reconnect();
        }
        return Step.NONE;
    }

    private void reconnect() {
        long now = context.agent().nowNs();
        PeerConnections connections = context.service(PeerConnections.class);
        if (now >= retryNs && connections != null) {
            retryNs = now + RETRY_NS;
            connection = connections.open(context.tid(), iopId, tid);
        }
        context.agent().wakeAt(retryNs);
    }
}
