package dev.spine.peer;

import dev.spine.i2o.Tid;
import dev.spine.i2o.message.EventData;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.iop.executive.EventSource;
import dev.spine.iop.kernel.DeviceContext;

/**
 * Tells the host when another IOP stops answering or taking messages, and when it does so again: the executive's event CONNECTION_FAIL,
 * once for each change. The first word of its data is what happened, the second the IOP_ID of the other IOP. Belongs to the IOP's agent.
 *
 * <p>Source: I2O 1.5 executive events; the second word is this project's own.
 */
final class PeerHealth {
    private final DeviceContext device;
    private int notified = EventData.ConnectionFail.RESPONDS;

    PeerHealth(DeviceContext device) {
        this.device = device;
    }

    /** Reports a value of {@link EventData.ConnectionFail}, unless it is what was reported last. */
    void report(int what, int iopId) {
        if (what == notified) {
            return;
        }
        notified = what;
        EventSource events = device.service(EventSource.class);
        if (events != null) {
            events.report(Tid.EXECUTIVE, EventIndicator.EXEC_CONNECTION_FAIL, what, iopId);
        }
    }
}
