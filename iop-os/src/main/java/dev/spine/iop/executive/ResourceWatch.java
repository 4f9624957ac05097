package dev.spine.iop.executive;

import dev.spine.i2o.Tid;
import dev.spine.i2o.message.EventData;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.kernel.IopKernel;

/**
 * Reports RESOURCE_LIMIT when the frames of one direction run short: once, and again only after there were plenty. Belongs to the IOP's
 * agent.
 */
final class ResourceWatch {
    private final IopKernel kernel;
    private final EventRegistry events;
    private boolean inboundLow;
    private boolean outboundLow;

    ResourceWatch(IopKernel kernel, EventRegistry events) {
        this.kernel = kernel;
        this.events = events;
    }

    /** Looks at the frames; returns how many reports were made. */
    int look() {
        QueuePair inbound = kernel.directory().unit().hostLink().inbound();
        int held = inbound.ownedByTarget();
        int low = 0;
        if (!inboundLow && held * 8 >= inbound.frameCount() * 7) {
            inboundLow = true;
            low |= EventData.ResourceLimit.INBOUND_POOL_LOW;
        } else if (inboundLow && held * 2 <= inbound.frameCount()) {
            inboundLow = false;
        }
        boolean waiting = kernel.replies().isShortOfHostFrames();
        low |= waiting && !outboundLow ? EventData.ResourceLimit.OUTBOUND_POOL_LOW : 0;
        outboundLow = waiting;
        if (low != 0) {
            events.report(Tid.EXECUTIVE, EventIndicator.EXEC_RESOURCE_LIMIT, low);
        }
        return low == 0 ? 0 : 1;
    }
}
