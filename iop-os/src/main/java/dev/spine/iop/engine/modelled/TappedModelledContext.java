package dev.spine.iop.engine.modelled;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DeliveryTap;

/** An agent's view of the modelled engine while a tap listens. */
final class TappedModelledContext extends ModelledContext {
    private final DeliveryTap tap;

    TappedModelledContext(String path, int index, long seed, CostTable costs, ModelledNode node, DeliveryTap tap) {
        super(path, index, seed, costs, node);
        this.tap = tap;
    }

    @Override
    public <T> void deliver(DeliveryList<T> list, T item, long delayNs) {
        tap.onDelivery(path(), nowNs() + Math.max(0, delayNs), list, item);
        super.deliver(list, item, delayNs);
    }
}
