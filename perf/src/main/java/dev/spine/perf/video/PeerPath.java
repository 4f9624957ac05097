package dev.spine.perf.video;

import dev.spine.host.driver.HostException;
import dev.spine.host.driver.IopDriver;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.peer.forward.ForwardStart;
import dev.spine.peer.plan.Conditions;
import dev.spine.peer.plan.TransferPlan;
import dev.spine.peer.plan.TransferRoute;
import dev.spine.perf.system.SpineSystem;

/**
 * The I2O peer path: a module on the card sends the headers of packets, batch by batch, to the display, which pulls their pixels from the
 * card's receive memory. No extension, no host.
 */
public final class PeerPath implements VideoPath {
    /** A path that is not open. */
    public PeerPath() {}

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
        int forwarder = system.device(VideoSystem.NIC, VideoSystem.FORWARDER).tid();
        ForwardStart start = new ForwardStart(stream.port(), system.driver().iopId(system.driver(VideoSystem.SCREEN)),
            system.device(VideoSystem.SCREEN, VideoSystem.DISPLAY).tid(), window, stream.format().code());
        MessageFrame reply = system.await("the forwarder", () -> system.driver().ask(nic, forwarder, start.message()));
        if (reply.requestStatus() != RequestStatus.SUCCESS) {
            throw new HostException("the forwarder cannot reach the display (status " + reply.requestStatus() + ", detail "
                + reply.detailedStatus() + ")");
        }
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
