package dev.spine.host.driver;

import dev.spine.i2o.MessageFrame;

/** Receives what comes back for a request. Called on the host agent's thread. */
@FunctionalInterface
public interface ReplyHandler {
    /**
     * A reply has arrived. Its status may be any: the handler decides what it means.
     *
     * <p>The handler may open and post further requests.
     *
     * @param reply a checked copy of the reply, valid during the call only; {@link MessageFrame#wordOrZero} reads beyond what was sent
     */
    void onReply(MessageFrame reply);

    /**
     * {@return whether the handler goes on waiting for its reply after it was told that the time for it is over}
     *
     * <p>A request that names memory goes on until somebody knows that it is over: its context then ends with its reply, with a reset of
     * the IOP, or when it is abandoned.
     */
    default boolean outlivesTimeout() {
        return false;
    }

    /**
     * No (further) reply will arrive: the request is over, its context is free. When the time for the reply is over and the handler
     * {@linkplain #outlivesTimeout outlives} that, this is not the end yet.
     *
     * @param why what happened
     */
    default void onFailure(RequestFailure why) {
        // A sender of requests whose loss does not matter is not notified; the driver has counted it.
    }
}
