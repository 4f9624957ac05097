package dev.spine.extension.runtime.environment;

import dev.spine.extension.runtime.HostedRuntime;
import dev.spine.extension.runtime.load.ImageVerifier;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.kernel.FrameRoute;
import dev.spine.iop.packet.PacketPort;
import dev.spine.peer.PeerSession;
import org.jspecify.annotations.Nullable;

/**
 * The porting interface: everything that the runtime's core needs of the place on which it runs. A card is one place, the host another;
 * whoever brings the runtime to a third implements this and calls
 * {@link HostedRuntime}.
 *
 * <p>All methods are called on the agent of the place, or while the system is being built. Those that return null say that the place does
 * not have something; the core then refuses what needs it.
 *
 * <p>Source: SPINE (SIGOPS 1998), section 3.1: the part on the host was moved to a second host system.
 */
public interface ExecutionEnvironment {
    /** How far the way to an object is. */
    enum WayState {
        /** It was asked for. */
        OPENING,
        /** There is one. */
        OPEN,
        /** There is none, or not any more: it was refused or lost. */
        GONE
    }

    /** {@return what the place is called, for regions and messages} */
    String name();

    /** {@return the TID that messages from here name as their initiator} */
    int tid();

    /** {@return the agent on which extensions run: clock, costs, timers, deliveries} */
    AgentContext agent();

    /** {@return who moves bytes between buffers; names the bus agent, the bus and the account} */
    DmaEngine dma();

    /** {@return the bus agent in whose memory extensions have their buffers} */
    default BusAgent busAgent() {
        return dma().busAgent();
    }

    /** {@return the node's bus} */
    default Bus bus() {
        return dma().bus();
    }

    /** {@return where packets come from and go to, or null while there is no such thing} */
    @Nullable PacketPort port();

    /** {@return the way to the application on the host, or null when there is none} */
    @Nullable FrameRoute application();

    /**
     * Asks for the way to an object on an IOP; asking again is harmless.
     *
     * @param iopId the IOP_ID of the IOP
     * @param tid the object there
     * @return the way, or null while it is not open: ask again later
     */
    @Nullable FrameRoute openPeer(int iopId, int tid);

    /**
     * {@return the way that was opened, or null when it is not open}
     *
     * @param iopId the IOP_ID of the IOP
     * @param tid the object there
     */
    @Nullable FrameRoute peer(int iopId, int tid);

    /**
     * {@return the session in which the way to an object was opened last, or null when it never was: what was lent over it is free when the
     * session is over}
     *
     * @param iopId the IOP_ID of the IOP
     * @param tid the object there
     */
    default @Nullable PeerSession session(int iopId, int tid) {
        return null;
    }

    /**
     * {@return where images that the runtime does not know are verified}: asked once, when the runtime comes to the place. Beside its
     * messages where the place's engine has a thread for that.
     */
    default ImageVerifier verifier() {
        return ImageVerifier.besideMessagesOf(agent());
    }

    /** {@return whether this place has ways to IOPs at all} */
    boolean hasWays();

    /**
     * {@return how far a way is that was asked for by {@link #openPeer}}
     *
     * @param iopId the IOP_ID of the IOP
     * @param tid the object there
     */
    WayState wayState(int iopId, int tid);

    /**
     * {@return the disks that extensions here can use, or null when there are none}
     *
     * @param listener is notified of them
     */
    @Nullable EnvironmentDisks disks(EnvironmentDisks.Listener listener);

    /**
     * Tells whoever has registered for an event of the runtime's device; at a place without such events nothing happens.
     *
     * @param indicator one bit, of {@link RuntimeProtocol}
     * @param data the event's words
     */
    default void report(int indicator, int... data) {
        // Nobody can register here.
    }

    /** Counts a packet that was dropped because its extension could take no more. */
    void countLost();
}
