package dev.spine.iop.executive;

import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.param.ParameterWatch;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.IopKernel;

/** Reports to others that an initiator has changed a parameter, and counts operations on groups that there are not. */
final class ParameterEvents implements ParameterWatch {
    private final IopKernel kernel;
    private final EventRegistry events;
    private final Utilities utilities;
    private final int tid;

    ParameterEvents(IopKernel kernel, EventRegistry events, Utilities utilities, int tid) {
        this.kernel = kernel;
        this.events = events;
        this.utilities = utilities;
        this.tid = tid;
    }

    @Override
    public void modified(int group, int field) {
        events.reportToOthers(tid, utilities.cause(), EventIndicator.FIELD_MODIFIED, field << Short.SIZE | group);
    }

    @Override
    public void unknown(int group) {
        kernel.counters().increment(Counter.UNKNOWN_GROUPS);
    }
}
