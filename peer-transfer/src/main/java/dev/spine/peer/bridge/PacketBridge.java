package dev.spine.peer.bridge;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import dev.spine.peer.PeerConnections;
import dev.spine.peer.ServiceModule;
import dev.spine.peer.batch.BatchNumbers;
import dev.spine.peer.batch.PeerPath;
import org.jspecify.annotations.Nullable;

/**
 * Hands the packets of a card to a LAN port on another IOP by I2O messages. See the package's description.
 *
 * <p>A sink of the card's packet port while it runs. Belongs to the card's agent.
 */
public final class PacketBridge extends ServiceModule implements PacketSink {

    private final BridgeSettings settings;
    private final BatchNumbers numbers = new BatchNumbers();
    private @Nullable PacketPort card;
    private @Nullable BridgedPort port;

    /**
     * A bridge that does not run.
     *
     * @param settings how it works
     */
    public PacketBridge(BridgeSettings settings) {
        super("bridge", 0x53_50_49_4E_45_42_52_31L, "packet bridge");
        this.settings = settings;
    }

    @Override
    public void quiesce() {
        super.quiesce();
        BridgedPort running = port;
        if (running != null) {
            running.window().dropUnsent();
        }
    }

    @Override
    public void reset() {
        super.reset();
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
        if (!isEnabled() || running == null || !running.path().isRunning()) {
            return false;
        }
        context().agent().charge(Op.BRIDGE_PACKET);
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
        context().agent().charge(Op.POLL_PEER);
        BridgedPort running = port;
        return running == null ? 0 : running.window().advance() + control(running);
    }

    // --- control

    private int control(BridgedPort running) {
        PeerPath.Step step = running.path().advance(running.window().isDrained(), isEnabled());
        if (step == PeerPath.Step.ENDED) {
            leave();
        }
        return step == PeerPath.Step.NONE ? 0 : 1;
    }

    @Override
    protected boolean onOrder(int code, KernelRequest request) {
        switch (code) {
            case BridgeStart.CODE -> start(request);
            case BridgeStop.CODE -> stop(request);
            case BridgeStatus.CODE -> status(request);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void start(KernelRequest request) {
        BridgeStart asked = BridgeStart.parse(request.frame());
        boolean complete = request.frame().sizeBytes() >= BridgeStart.LAYOUT.sizeBytes();
        if (!complete || asked.packetsPerMessage() < 1 || !Tid.isAssignable(asked.lanTid())) {
            refuse(request, DetailedStatus.INVALID_PARAMETER);
            return;
        }
        if (port != null) {
            refuse(request, DetailedStatus.DEVICE_BUSY);
            return;
        }
        PacketPort found = context().service(PacketPort.class);
        PeerConnections connections = context().service(PeerConnections.class);
        if (found == null || connections == null) {
            refuse(request, DetailedStatus.DEVICE_NOT_AVAILABLE);
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
            refuse(request, DetailedStatus.INVALID_PARAMETER);
        } else if (running.path().stop(request)) {
            // Answered from doWork, when the other port has answered the last message.
            running.window().dropUnsent();
        }
    }

    private void status(KernelRequest request) {
        BridgedPort running = port;
        if (running == null) {
            refuse(request, DetailedStatus.INVALID_PARAMETER);
        } else {
            running.status().write(request.frame(), request.openReply());
            request.sendReply();
        }
    }
}
