package dev.spine.system;

import dagger.Module;
import dagger.Provides;
import dev.spine.iop.Iop;
import dev.spine.iop.IopBuilder;
import dev.spine.iop.executive.ExecutiveSettings;
import dev.spine.peer.PeerPort;
import dev.spine.peer.PeerSettings;
import dev.spine.peer.PeerTransport;

/** How the objects of one IOP are made. */
@Module
interface IopModule {
    /** Bytes of an IOP's frame window: frames for the host, 64 peers and itself. */
    int WINDOW_BYTES = 1 << 20;

    @Provides
    @IopScope
    static Iop iop(IopSite site) {
        IopDescription description = site.description();
        IopBuilder builder = new IopBuilder(description.name(), site.bus(), site.box())
            .frames(description.frameBytes(), description.hostFrames()).window(WINDOW_BYTES).settings(settings(description));
        return site.engine().add(site.node() + "/" + description.name(), site.processor(), builder::build);
    }

    private static ExecutiveSettings settings(IopDescription description) {
        ExecutiveSettings standard = ExecutiveSettings.STANDARD.withTolerances(description.tolerances());
        return description.memoryBytes() == IopDescription.AS_NEEDED ? standard
            : standard.withMemory((int) Math.min(description.memoryBytes(), Integer.MAX_VALUE));
    }

    @Provides
    @IopScope
    static PeerTransport peerTransport(IopSite site, Iop iop) {
        PeerPort port = site.peers().enter(iop.function().inboundPortAddress(), site.box());
        return new PeerTransport(site.peers(), port, PeerSettings.STANDARD);
    }
}
