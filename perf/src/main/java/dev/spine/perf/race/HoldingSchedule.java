package dev.spine.perf.race;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.modelled.Schedule;

/**
 * Holds what the order of a move and of the packets beside it is made of: posted messages, packets from the wire, and the card's transfers.
 * Frames and buffers that return are not held: nobody waits for one here, and what they say nobody looks at.
 */
final class HoldingSchedule extends Schedule {
    private boolean holding;

    /** From now on. */
    void hold() {
        holding = true;
    }

    /** What is delivered from now on goes its way. */
    void release() {
        holding = false;
    }

    @Override
    protected long delayNs(String from, DeliveryList<?> list, Object item) {
        return holding && (list.name().endsWith(" post") || list.name().endsWith(" arrivals")) ? HELD : 0;
    }

    @Override
    protected long delayNs(String from, Transfer transfer) {
        return holding && from.endsWith("/nic") ? HELD : 0;
    }
}
