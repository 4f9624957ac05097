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
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import dev.spine.peer.PeerConnections;
import dev.spine.peer.batch.BatchNumbers;
import dev.spine.peer.batch.PeerPath;
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

    private final BridgeSettings settings;
    private final BatchNumbers numbers = new BatchNumbers();
    private @Nullable DeviceContext context;
    private @Nullable PacketPort card;
    private @Nullable BridgedPort port;
    private boolean enabled;

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
            running.window().dropUnsent();
        }
    }

    @Override
    public void reset() {
        enabled = false;
        BridgedPort running = port;
        if (running != null) {
            running.window().releaseAll();
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
    }

    // --- packets

    @Override
    public boolean onPacket(Packet packet) {
        BridgedPort running = port;
        if (!enabled || running == null || !running.path().isRunning()) {
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
            running.window().onBurstEnd();
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
        return running == null ? 0 : running.window().advance() + control(running);
    }

    // --- control

    private int control(BridgedPort running) {
        PeerPath.Step step = running.path().advance(running.window().isDrained(), enabled);
        if (step == PeerPath.Step.ENDED) {
            leave();
        }
        return step == PeerPath.Step.NONE ? 0 : 1;
    }

    @Override
    public void onMessage(KernelRequest request) {
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

    private void start(KernelRequest request) {
        BridgeStart asked = BridgeStart.parse(request.frame());
        boolean complete = request.frame().sizeBytes() >= BridgeStart.LAYOUT.sizeBytes();
        if (!complete || asked.packetsPerMessage() < 1 || !Tid.isAssignable(asked.lanTid())) {
            PeerPath.answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.INVALID_PARAMETER);
            return;
        }
        if (port != null) {
            PeerPath.answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.DEVICE_BUSY);
            return;
        }
        PacketPort found = context().service(PacketPort.class);
        PeerConnections connections = context().service(PeerConnections.class);
        if (found == null || connections == null) {
            PeerPath.answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.DEVICE_NOT_AVAILABLE);
            return;
        }
        port = new BridgedPort(asked, new PeerPath(context(), connections, asked.iopId(), asked.lanTid(), request), context(), settings,
            numbers);
        card = found;
        found.attach(this);
    }

    private void stop(KernelRequest request) {
        BridgedPort running = port;
        if (running == null) {
            PeerPath.answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.INVALID_PARAMETER);
        } else if (running.path().stop(request)) {
            // Answered from doWork, when the other port has answered the last message.
            running.window().dropUnsent();
        }
    }

    private void status(KernelRequest request) {
        BridgedPort running = port;
        if (running == null) {
            PeerPath.answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.INVALID_PARAMETER);
        } else {
            running.status().write(request.frame(), request.openReply());
            request.sendReply();
        }
    }
}
