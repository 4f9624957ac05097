package dev.spine.perf.video;

import dev.spine.device.wire.capture.Pace;
import dev.spine.peer.plan.TransferPlan;
import dev.spine.peer.plan.TransferRoute;
import dev.spine.system.SpineSystem;

/** One way from the card to the screen. Used from outside the engine. One thread at a time. */
public interface VideoPath {
    /** Is notified how many packets are done with, on some agent of the engine. */
    @FunctionalInterface
    interface Completions {
        /**
         * Some packets' bytes have reached the screen.
         *
         * @param packets how many since the last call
         * @param nowNs the time on the engine's clock
         */
        void onCompleted(int packets, long nowNs);
    }

    /** {@return the name in tables: host, i2o or spine} */
    String name();

    /**
     * Connects what must be connected before the engine starts.
     *
     * @param system a built system
     * @param completions is notified of every packet
     */
    void prepare(SpineSystem system, Completions completions);

    /**
     * Sets the path up on a booted system: afterwards packets that arrive are shown.
     *
     * @param system the system
     * @param stream what is shown
     */
    void open(SpineSystem system, VideoStream stream);

    /**
     * {@return bytes of packet headers that this path moves over the bus by DMA together with the pixels}
     *
     * @param stream what is shown
     * @param packets how many packets of the repeated capture
     */
    default long carriedHeaderBytes(VideoStream stream, long packets) {
        return 0;
    }

    /** {@return the pace at which the receiver sets the rate} */
    default Pace closedLoop() {
        return new Pace.AsBuffersReturn();
    }

    /** What a path can say of a packet that is done with. */
    enum Completion {
        /** It is on the screen. */
        SHOWN,
        /** Its receive buffer is back: it is on the screen, or was dropped on the way. */
        RETURNED
    }

    /** {@return what {@link Completions} hear of} */
    default Completion completion() {
        return Completion.RETURNED;
    }

    /**
     * {@return packets that arrived and were not shown for want of something on this path, apart from what cards count; by any thread of a
     * path whose completions are of packets on the screen, otherwise while no packet is in flight}
     */
    default long dropped() {
        return 0;
    }

    /**
     * {@return packets of messages to the display that nobody has answered in time: some of their pixels may land yet; while no packet is
     * under way}
     */
    default long unanswered() {
        return 0;
    }

    /**
     * {@return the routes that the pixels can take as the path is set up, with what speaks for and against each}
     *
     * @param system the system on which the path was opened
     * @param stream what is shown
     */
    TransferPlan plan(SpineSystem system, VideoStream stream);

    /** {@return the route that the path takes} */
    TransferRoute taken();
}
