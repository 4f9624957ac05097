package dev.spine.peer.bridge;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.PrivateMessage;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.Request;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import dev.spine.peer.PeerConnection;
import dev.spine.peer.PeerConnections;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hands the packets of a card to a LAN port on another IOP by I2O messages. See the package's description.
 *
 * <p>A sink of the card's packet port while it runs. Belongs to the card's agent.
 */
public final class PacketBridge implements DeviceModule, PacketSink {
    /** SubClassInfo of an intermediate service module. */
    private static final int ISM = 0x021;
    /** How often a lost connection is asked for again. */
    private static final long RETRY_NS = 10_000_000L;

    private final BridgeSettings settings;
    private @Nullable DeviceContext context;
    private @Nullable PacketPort card;
    private @Nullable BridgedPort port;
    /** The host's START, while it has not been answered. */
    private @Nullable Request starting;
    /** The host's STOP, from which on no packet is taken. */
    private @Nullable Request stopping;
    private boolean enabled;
    private long retryNs;

    /**
     * A bridge that does not run.
     *
     * @param settings how it works
     */
    public PacketBridge(BridgeSettings settings) {
        this.settings = settings;
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("bridge", ClassId.standard(DeviceClass.DDM).word(), ISM, 0x53_50_49_4E_45_42_52_31L, 0,
            "packet bridge");
    }

    @Override
    public void attach(DeviceContext given) {
        context = given;
    }

    private DeviceContext context() {
        return Objects.requireNonNull(context, "attach comes first");
    }

    @Override
    public void enable() {
        enabled = true;
    }

    @Override
    public void quiesce() {
        enabled = false;
        BridgedPort running = port;
        if (running != null) {
            running.dropUnsent();
        }
    }

    @Override
    public void reset() {
        enabled = false;
        BridgedPort running = port;
        if (running != null) {
            running.releaseAll();
            leave();
        }
    }

    private void leave() {
        PacketPort attached = card;
        if (attached != null) {
            attached.detach(this);
        }
        card = null;
        port = null;
        starting = null;
        stopping = null;
    }

    // --- packets

    @Override
    public boolean onPacket(Packet packet) {
        BridgedPort running = port;
        if (!enabled || running == null || starting != null || stopping != null) {
            return false;
        }
        context().agent().charge(Op.DEMULTIPLEX);
        running.take(packet);
        return true;
    }

    @Override
    public void onBurstEnd() {
        BridgedPort running = port;
        if (running != null) {
            running.onBurstEnd();
        }
    }

    @Override
    public void onReply(MessageFrame reply) {
        BridgedPort running = port;
        if (running == null || !running.onReply(reply)) {
            context().counters().increment(Counter.STRAY_REPLIES);
        }
    }

    @Override
    public int doWork(int limit) {
        BridgedPort running = port;
        return running == null ? 0 : running.advance() + control(running);
    }

    // --- control

    private int control(BridgedPort running) {
        Request stop = stopping;
        if (stop != null) {
            if (!running.isDrained()) {
                return 0;
            }
            leave();
            answer(stop, RequestStatus.SUCCESS, 0);
            return 1;
        }
        PeerConnection.State state = running.connection().state();
        Request start = starting;
        if (start != null && state != PeerConnection.State.OPENING) {
            boolean open = state == PeerConnection.State.OPEN;
            starting = null;
            if (!open) {
                leave();
            }
            answer(start, open ? RequestStatus.SUCCESS : RequestStatus.ERROR_NO_DATA_TRANSFER,
                open ? 0 : DetailedStatus.DEVICE_NOT_AVAILABLE);
            return 1;
        }
        if (start == null && enabled && (state == PeerConnection.State.LOST || state == PeerConnection.State.REFUSED)) {
            reconnect(running);
        }
        return 0;
    }

    private void reconnect(BridgedPort running) {
        long now = context().agent().nowNs();
        PeerConnections connections = context().service(PeerConnections.class);
        if (now >= retryNs && connections != null) {
            retryNs = now + RETRY_NS;
            running.connection(connections.open(context().tid(), running.asked().iopId(), running.asked().lanTid()));
        }
        context().agent().wakeAt(retryNs);
    }

    @Override
    public void onMessage(Request request) {
        MessageFrame frame = request.frame();
        boolean ours = frame.function() == Function.PRIVATE && PrivateMessage.ORGANIZATION_ID.get(frame) == OrganizationId.SPINE;
        switch (ours ? PrivateMessage.EXTENDED_FUNCTION.get(frame) : -1) {
            case BridgeStart.CODE -> start(request);
            case BridgeStop.CODE -> stop(request);
            case BridgeStatus.CODE -> status(request);
            default -> {
                context().counters().increment(Counter.UNKNOWN_FUNCTIONS);
                Replies.transactionError(frame, request.openReply(),
                    frame.function() == Function.PRIVATE ? DetailedStatus.UNSUPPORTED_FUNCTION : DetailedStatus.UNKNOWN_FUNCTION, 0);
                request.sendReply();
            }
        }
    }

    private void start(Request request) {
        BridgeStart asked = BridgeStart.parse(request.frame());
        boolean complete = request.frame().sizeBytes() >= BridgeStart.LAYOUT.sizeBytes();
        if (!complete || asked.packetsPerMessage() < 1 || !Tid.isAssignable(asked.lanTid())) {
            answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.INVALID_PARAMETER);
            return;
        }
        if (port != null) {
            answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.DEVICE_BUSY);
            return;
        }
        PacketPort found = context().service(PacketPort.class);
        PeerConnections connections = context().service(PeerConnections.class);
        if (found == null || connections == null) {
            answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.DEVICE_NOT_AVAILABLE);
            return;
        }
        port = new BridgedPort(asked, connections.open(context().tid(), asked.iopId(), asked.lanTid()), context(), settings);
        starting = request;
        card = found;
        found.attach(this);
    }

    private void stop(Request request) {
        BridgedPort running = port;
        if (running == null || starting != null) {
            answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.INVALID_PARAMETER);
        } else if (stopping != null) {
            answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.DEVICE_BUSY);
        } else {
            // Answered from doWork, when the other port has answered the last message.
            stopping = request;
            running.dropUnsent();
        }
    }

    private void status(Request request) {
        BridgedPort running = port;
        if (running == null) {
            answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.INVALID_PARAMETER);
        } else {
            running.status().write(request.frame(), request.openReply());
            request.sendReply();
        }
    }

    private static void answer(Request request, int requestStatus, int detailedStatus) {
        Replies.single(request.frame(), request.openReply(), requestStatus, detailedStatus);
        request.sendReply();
    }
}
