package dev.spine.peer.move;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import dev.spine.peer.PeerConnection;
import dev.spine.peer.PeerConnections;
import dev.spine.peer.ServiceModule;
import dev.spine.peer.block.BlockClient;
import dev.spine.peer.block.BlockListener;
import dev.spine.peer.block.BlockOperation;
import dev.spine.peer.block.BlockTarget;
import dev.spine.peer.block.PeerBlockRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Moves blocks of one disk from and to the wire, and to a screen, by I2O messages. See the package's description.
 *
 * <p>A sink of the card's packet port while it receives. Belongs to the card's agent.
 */
public final class BlockMover extends ServiceModule implements PacketSink, BlockListener {
    private static final int NO_PORT = -1;

    private final MoveStatus status = new MoveStatus();
    private final CopyPacket view = new CopyPacket();
    private @Nullable BlockClient client;
    private @Nullable BlockSend sending;
    private @Nullable ShowJob showing;
    private @Nullable BlockTarget disk;
    private @Nullable KernelRequest opening;
    private @Nullable PacketPort attached;
    private int receivePort = NO_PORT;

    /** A mover without a disk. */
    public BlockMover() {
        super("mover", 0x53_50_49_4E_45_4D_56_31L, "block mover");
    }

    @Override
    public void attach(DeviceContext given) {
        super.attach(given);
        BlockClient made = new BlockClient(given, this);
        client = made;
        sending = new BlockSend(given, made, status);
        showing = new ShowJob(given, made, status);
    }

    private BlockClient client() {
        return Objects.requireNonNull(client, "attach comes first");
    }

    private BlockSend sending() {
        return Objects.requireNonNull(sending, "attach comes first");
    }

    private ShowJob showing() {
        return Objects.requireNonNull(showing, "attach comes first");
    }

    /** {@return what it has counted} */
    public MoveStatus status() {
        return status;
    }

    @Override
    public void reset() {
        super.reset();
        receive(NO_PORT);
        client().reset();
        sending().reset();
        showing().reset();
        opening = null;
        disk = null;
    }

    // --- packets

    private void receive(int port) {
        PacketPort wire = attached;
        if (port == NO_PORT && wire != null) {
            wire.detach(this);
            attached = null;
        }
        receivePort = port;
    }

    @Override
    public boolean onPacket(Packet packet) {
        if (!isEnabled() || receivePort == NO_PORT) {
            return false;
        }
        context().agent().charge(Op.MOVE_PACKET);
        if (!view.isTo(packet, receivePort)) {
            return false;
        }
        BlockTarget into = disk;
        int bytes = view.dataBytes();
        long position = bytes < 0 ? -1 : view.position();
        if (into == null || bytes < 0 || bytes % into.blockBytes() != 0 || position < 0 || position > into.capacityBytes() - bytes
            || position % into.blockBytes() != 0) {
            status.malformed();
            packet.release(context().agent());
        } else if (!client().submit(into, BlockOperation.WRITE, position, packet.address() + CopyPacket.HEADER_BYTES, bytes, packet, 0)) {
            status.dropped();
            packet.release(context().agent());
        }
        return true;
    }

    // --- disks

    @Override
    public void onTarget(BlockTarget target) {
        KernelRequest order = opening;
        opening = null;
        disk = target.isOpen() ? target : null;
        if (order != null) {
            answer(order, disk == null ? RequestStatus.ERROR_NO_DATA_TRANSFER : RequestStatus.SUCCESS,
                disk == null ? DetailedStatus.DEVICE_NOT_AVAILABLE : 0);
        }
    }

    @Override
    public void onEnd(PeerBlockRequest request) {
        boolean well = request.requestStatus() == RequestStatus.SUCCESS;
        switch (request.attachment()) {
            case Packet packet -> {
                packet.release(context().agent());
                if (well) {
                    status.done();
                } else {
                    status.failed();
                }
            }
            case MoveJob job -> job.onRead((int) request.tag(), well);
            case null, default -> {
                // Every request of this module has one or the other.
            }
        }
    }

    @Override
    public void onDiscard(PeerBlockRequest request) {
        if (request.attachment() instanceof Packet packet) {
            packet.release(context().agent());
        }
    }

    @Override
    public void onReply(MessageFrame reply) {
        boolean taken = reply.initiatorContext() == ShowJob.INITIATOR_CONTEXT ? showing().onPut(reply) : client().onReply(reply);
        if (!taken) {
            context().counters().increment(Counter.STRAY_REPLIES);
        }
    }

    @Override
    public int doWork(int limit) {
        context().agent().charge(Op.POLL_PEER);
        int work = client().doWork(limit);
        work += advance(sending(), limit - work);
        work += advance(showing(), limit - work);
        return work;
    }

    private int advance(MoveJob job, int limit) {
        CopyExtent extent = job.extent();
        if (extent == null || limit == 0) {
            return 0;
        }
        int work = job.advance(limit);
        if (extent.isDone()) {
            job.clear();
            KernelRequest order = extent.waiting();
            if (order != null) {
                Replies.single(order.frame(), order.openReply(), extent.failed() == 0 ? RequestStatus.SUCCESS
                    : RequestStatus.ERROR_PARTIAL_TRANSFER, 0, extent.failed());
                order.sendReply();
            }
            work++;
        }
        return work;
    }

    // --- control

    @Override
    protected boolean onOrder(int code, KernelRequest request) {
        switch (code) {
            case MoveOrder.OPEN -> open(request);
            case MoveOrder.RECEIVE -> receive(request);
            case MoveOrder.SEND -> send(request);
            case MoveOrder.SHOW -> show(request);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean isBusy() {
        return opening != null || sending().extent() != null || showing().extent() != null;
    }

    private void open(KernelRequest request) {
        if (isBusy()) {
            refuse(request, DetailedStatus.DEVICE_BUSY);
            return;
        }
        client().close(this);
        disk = null;
        BlockTarget target = client().open(this, MoveOrder.word(request.frame(), 0), MoveOrder.word(request.frame(), 1));
        if (target == null) {
            refuse(request, DetailedStatus.DEVICE_NOT_AVAILABLE);
        } else {
            opening = request;
        }
    }

    private void receive(KernelRequest request) {
        int port = MoveOrder.word(request.frame(), 0);
        PacketPort wire = context().service(PacketPort.class);
        if (port < 1 || port > 0xFFFF) {
            refuse(request, DetailedStatus.INVALID_PARAMETER);
        } else if (wire == null || disk == null) {
            refuse(request, DetailedStatus.DEVICE_NOT_AVAILABLE);
        } else {
            if (attached == null) {
                wire.attach(this);
                attached = wire;
            }
            receive(port);
            answer(request, RequestStatus.SUCCESS, 0);
        }
    }

    private void send(KernelRequest request) {
        BlockTarget from = disk;
        PacketPort wire = context().service(PacketPort.class);
        if (isBusy()) {
            refuse(request, DetailedStatus.DEVICE_BUSY);
        } else if (from == null || wire == null) {
            refuse(request, DetailedStatus.DEVICE_NOT_AVAILABLE);
        } else {
            begun(request, sending().begin(request, from, wire));
        }
    }

    private void show(KernelRequest request) {
        BlockTarget from = disk;
        PeerConnections connections = context().service(PeerConnections.class);
        if (isBusy()) {
            refuse(request, DetailedStatus.DEVICE_BUSY);
        } else if (from == null || connections == null) {
            refuse(request, DetailedStatus.DEVICE_NOT_AVAILABLE);
        } else {
            PeerConnection display = connections.open(context().tid(), MoveOrder.word(request.frame(), 4),
                MoveOrder.word(request.frame(), 5));
            begun(request, showing().begin(request, from, display));
        }
    }

    private static void begun(KernelRequest request, boolean well) {
        if (!well) {
            refuse(request, DetailedStatus.INVALID_PARAMETER);
        } else if (!MoveOrder.isAnsweredAtEnd(request.frame())) {
            answer(request, RequestStatus.SUCCESS, 0);
        }
    }
}
