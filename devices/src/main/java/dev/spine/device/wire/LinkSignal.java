package dev.spine.device.wire;

import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.DeliveryList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells a port's device to look at {@link WirePort#link}. At most one is in flight per port, so a link that flickers floods nobody: the
 * device sees the last state. One thread at a time.
 */
public final class LinkSignal {
    private final AtomicBoolean inFlight = new AtomicBoolean();

    /** A signal of one port. */
    public LinkSignal() {
        // Nothing is in flight yet.
    }

    /**
     * Sends the signal unless it is in flight already. For the wire, after the state has changed.
     *
     * @param by who changed the state
     * @param signals the port's list
     */
    public void raise(Delivery by, DeliveryList<LinkSignal> signals) {
        if (inFlight.compareAndSet(false, true)) {
            by.deliver(signals, this);
        }
    }

    /** Takes note of the signal. For the device, before it looks at the state. */
    public void received() {
        inFlight.set(false);
    }
}
