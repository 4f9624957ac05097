package dev.spine.perf.video;

import dev.spine.host.driver.HostException;
import dev.spine.host.driver.IopDriver;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.peer.forward.ForwardStart;
import dev.spine.peer.forward.ForwardStatus;
import dev.spine.peer.forward.PacketForwarder;
import dev.spine.peer.plan.Conditions;
import dev.spine.peer.plan.TransferPlan;
import dev.spine.peer.plan.TransferRoute;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemFactory.PlacedModule;
import org.jspecify.annotations.Nullable;

/**
 * The I2O peer path: a module on the card sends the headers of packets, batch by batch, to the display, which pulls their pixels from the
 * card's receive memory. No extension, no host. One thread at a time.
 */
public final class PeerVideoPath implements VideoPath {
    private @Nullable PacketForwarder module;
    private int port;

    /** A path that is not open. */
    public PeerVideoPath() {}

    @Override
    public String name() {
        return "i2o";
    }

    @Override
    public void prepare(SpineSystem system, Completions completions) {
        CaptureReturns.report(system, completions);
    }

    @Override
    public void open(SpineSystem system, VideoStream stream) {
        int window = VideoWindows.create(system, stream);
        IopDriver nic = system.driver(VideoSystem.NIC);
        PlacedModule placed = system.device(VideoSystem.NIC, VideoSystem.FORWARDER);
        ForwardStart start = new ForwardStart(stream.port(), system.driver().iopId(system.driver(VideoSystem.SCREEN)),
            system.device(VideoSystem.SCREEN, VideoSystem.DISPLAY).tid(), window, stream.format().code());
        MessageFrame reply = system.await("the forwarder", () -> system.driver().ask(nic, placed.tid(), start.message()));
        if (reply.requestStatus() != RequestStatus.SUCCESS) {
            throw new HostException("the forwarder cannot reach the display (status " + reply.requestStatus() + ", detail "
                + reply.detailedStatus() + ")");
        }
        module = placed.module() instanceof PacketForwarder forwarder ? forwarder : null;
        port = stream.port();
    }

    private @Nullable ForwardStatus status() {
        PacketForwarder forwarder = module;
        return forwarder == null ? null : forwarder.statusOf(port);
    }

    /** What it drops for want of room in its window, the card counts. */
    @Override
    public long dropped() {
        ForwardStatus status = status();
        return status == null ? 0 : status.refused() + status.unanswered() + status.malformed();
    }

    @Override
    public long unanswered() {
        ForwardStatus status = status();
        return status == null ? 0 : status.unanswered();
    }

    @Override
    public TransferPlan plan(SpineSystem system, VideoStream stream) {
        return VideoTransfer.plan(system, stream, system.device(VideoSystem.NIC, VideoSystem.FORWARDER), Conditions.Grant.NOT_ASKED,
            Conditions.SourceCard.MOVES);
    }

    @Override
    public TransferRoute taken() {
        return TransferRoute.PEER_MESSAGE_AND_PULL;
    }
}
