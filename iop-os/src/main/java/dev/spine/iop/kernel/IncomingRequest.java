package dev.spine.iop.kernel;

import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.BusAgent;

/**
 * A request as whoever serves it sees it, wherever that is: on an IOP ({@link KernelRequest}), or on the host, where an IOP's message is
 * one that the host answers. It is ended exactly once, by {@link #sendReply} or by {@link #finish}. Belongs to the agent that serves it.
 */
public interface IncomingRequest {
    /** {@return the private copy of the frame; valid until the request is ended} */
    MessageFrame frame();

    /** {@return the bus agent that sent it} */
    BusAgent sender();

    /**
     * Opens the final reply; there is always a place to write it.
     *
     * @return a writer of at least 64 bytes; fill it through {@code Replies}, then {@link #sendReply}
     */
    MessageFrame openReply();

    /** Sends the final reply that {@link #openReply} returned, and ends the request. */
    void sendReply();

    /** Ends a request that gets no reply. */
    void finish();

    /**
     * {@return whether its sender is gone, so that memory which it has lent may be something else by now} Nothing is fetched for such a
     * request any more. An IOP need not ask: its kernel ends what the requests of a lost peer could reach.
     */
    default boolean isSenderGone() {
        return false;
    }
}
