package dev.spine.iop.kernel;

import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.BusAgent;
import org.jspecify.annotations.Nullable;

/**
 * A route as whoever sends on it sees it: frames are taken, written in the receiver's memory and posted. Belongs to the sender's agent. At
 * most one frame is open at a time.
 */
public interface FrameRoute {
    /**
     * Takes a free frame of the receiver.
     *
     * @return a writer over it, or null when there is none now, or the way is stopped
     */
    @Nullable MessageFrame open();

    /**
     * Posts the frame that {@link #open} returned; its header says how long it is.
     *
     * @throws IllegalStateException when no frame is open
     */
    void post();

    /** Keeps the frame that {@link #open} returned for the next open, because there is nothing to say after all. */
    void cancel();

    /** {@return the TID to write as InitiatorAddress of a request} */
    int initiator();

    /** {@return the TID to write as TargetAddress of a request} */
    int target();

    /**
     * {@return the TID from which replies to requests on this route come, in the sender's own space} A reply of another IOP is delivered
     * only if its TargetAddress is an alias of that IOP: so who compares it with this takes no answer from anybody else.
     */
    default int replier() {
        return target();
    }

    /** {@return the bus agent at the other end} */
    BusAgent receiver();

    /** Asks for a step of this agent when the receiver returns a frame. */
    void wakeMe();

    /** {@return the bytes of a frame on this route that a sender may fill; at least} */
    default int frameBytes() {
        return 64;
    }

    /** {@return how many frames could be opened and posted now, as far as the sender knows; at least roughly} */
    default int freeFrames() {
        return 1;
    }
}
