package dev.spine.host.driver;

import dev.spine.i2o.MessageFrame;

/** Is notified of the events that IOPs and their devices report. Called on the host agent's thread. */
@FunctionalInterface
public interface IopEventListener {
    /**
     * An event.
     *
     * @param iop where it happened
     * @param indicator exactly one bit, see {@code EventIndicator}
     * @param report the reply that carries it, with data from word 5 on; valid during the call
     */
    void onEvent(IopDriver iop, int indicator, MessageFrame report);
}
