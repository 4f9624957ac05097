package dev.spine.perf.video;

import dev.spine.iop.bus.Access;
import dev.spine.iop.kernel.AliasEntry;
import dev.spine.peer.PeerConnection;
import dev.spine.peer.plan.Conditions;
import dev.spine.peer.plan.DataLocation;
import dev.spine.peer.plan.TransferPlan;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemFactory.PlacedModule;
import org.jspecify.annotations.Nullable;

/** The transfer of the workload's pixels: from the network device's receive memory to the screen. */
final class VideoTransfer {
    private VideoTransfer() {}

    /**
     * Plans it as a path has set it up.
     *
     * @param system a booted system
     * @param stream what is shown: the formats
     * @param sender the module of the card that is connected to the display, or null when the host does everything
     * @param grant of the window, to the sender
     * @param card whether the sender converts
     */
    static TransferPlan plan(SpineSystem system, VideoStream stream, @Nullable PlacedModule sender, Conditions.Grant grant,
        Conditions.SourceCard card) {
        DataLocation source = new DataLocation(system.iop(VideoSystem.NIC).dma().busAgent(), VideoSystem.LAN, stream.format().name());
        DataLocation destination = new DataLocation(system.iop(VideoSystem.SCREEN).dma().busAgent(), VideoSystem.DISPLAY,
            stream.screenFormat().name());
        // Receive memory is open for reading: NicModule adds it to the bus so.
        return TransferPlan.between(source, destination,
            new Conditions(sender == null ? null : connection(system, sender.tid()), grant, Access.READ, card));
    }

    /** The state of the connection from a module of the card to the display, as the card's table of external connections has it. */
    private static PeerConnection.State connection(SpineSystem system, int localTid) {
        int display = system.device(VideoSystem.SCREEN, VideoSystem.DISPLAY).tid();
        for (AliasEntry row : system.iop(VideoSystem.NIC).kernel().directory().connections()) {
            if (row.createdHere() && row.localTid() == localTid && row.remoteTid() == display && row.requestQueuePair() != null) {
                return PeerConnection.State.OPEN;
            }
        }
        return PeerConnection.State.LOST;
    }
}
