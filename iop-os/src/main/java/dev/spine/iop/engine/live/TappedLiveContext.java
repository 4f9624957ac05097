package dev.spine.iop.engine.live;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.DeliveryTap;

/** An agent's view of the live engine while a tap listens. */
final class TappedLiveContext extends LiveContext {
    private final DeliveryTap tap;

    TappedLiveContext(String path, int index, long seed, LiveThread thread, DeliveryTap tap) {
        super(path, index, seed, thread);
        this.tap = tap;
    }

    @Override
    public <T> void deliver(DeliveryList<T> list, T item, long delayNs) {
        // The clock of the cycle stands still during a step; a trace wants to tell its deliveries apart.
        tap.onDelivery(path(), thread().engine().nowNs() + Math.max(0, delayNs), list, item);
        super.deliver(list, item, delayNs);
    }
}
