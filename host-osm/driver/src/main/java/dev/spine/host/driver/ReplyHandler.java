package dev.spine.host.driver;

import dev.spine.i2o.MessageFrame;

/** Receives what comes back for a request. Called on the host agent's thread. */
@FunctionalInterface
public interface ReplyHandler {
    /**
     * A reply has arrived. Its status may be any: the handler judges it.
     *
     * <p>The handler may open and post further requests.
     *
     * @param reply a checked copy of the reply, valid during the call only; {@link MessageFrame#wordOrZero} reads beyond what was sent
     */
    void onReply(MessageFrame reply);

    /**
     * No (further) reply will arrive: the request is over, its context is free.
     *
     * @param why what happened
     */
    default void onFailure(RequestFailure why) {
        // A sender of requests whose loss does not matter hears nothing of it; the driver has counted it.
    }
}
