package dev.spine.iop.engine.modelled;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.CostTable;
import java.util.IdentityHashMap;

/** An agent's view of the modelled engine while a schedule decides how long its effects take. */
final class ScheduledModelledContext extends ModelledContext {
    private final ModelledNode node;
    private final Schedule schedule;
    /** When the last delivery to a list, or request of a DMA engine, arrives that was delayed: none behind it comes earlier. */
    private final IdentityHashMap<Object, Long> lastPs = new IdentityHashMap<>();

    ScheduledModelledContext(String path, int index, long seed, CostTable costs, ModelledNode node, Schedule schedule) {
        super(path, index, seed, costs, node);
        this.node = node;
        this.schedule = schedule;
    }

    @Override
    public <T> void deliver(DeliveryList<T> list, T item, long delayNs) {
        if (node.isBeingBuilt()) {
            super.deliver(list, item, delayNs);
            return;
        }
        long more = schedule.delayNs(path(), list, item);
        if (more == Schedule.HELD || schedule.isHolding(this, list)) {
            schedule.hold(this, list, item);
        } else {
            node.delivery(this, list, item, arrivalPs(list, localPs() + Math.max(0, delayNs) * VirtualTime.PS_PER_NS, more));
        }
    }

    @Override
    public void submit(DmaEngine dma, Transfer transfer) {
        if (node.isBeingBuilt()) {
            super.submit(dma, transfer);
            return;
        }
        dma.accept(transfer);
        long more = schedule.delayNs(path(), transfer);
        if (more == Schedule.HELD || schedule.isHolding(this, dma)) {
            schedule.hold(this, dma, transfer);
        } else {
            request(dma, transfer, arrivalPs(dma, localPs(), more));
        }
    }

    private long arrivalPs(Object to, long timePs, long moreNs) {
        Long last = lastPs.get(to);
        long arrival = Math.max(timePs + moreNs * VirtualTime.PS_PER_NS, last == null ? 0 : last);
        if (moreNs > 0 || last != null) {
            lastPs.put(to, arrival);
        }
        return arrival;
    }
}
