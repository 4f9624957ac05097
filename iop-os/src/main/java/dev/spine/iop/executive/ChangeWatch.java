package dev.spine.iop.executive;

import dev.spine.i2o.Tid;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopKernel;

/** Reports what has changed in the configuration table and among the connections. Belongs to the IOP's agent. */
final class ChangeWatch {
    private final IopKernel kernel;
    private final EventRegistry events;
    private final Exclusions exclusions;
    private final ConfigurationTable configuration;
    private int seenChangeIndicator;
    private int seenConnectionChanges;

    ChangeWatch(IopKernel kernel, EventRegistry events, Exclusions exclusions, ConfigurationTable configuration) {
        this.kernel = kernel;
        this.events = events;
        this.exclusions = exclusions;
        this.configuration = configuration;
    }

    /** What has changed so far is not reported: the IOP begins anew. */
    void skip() {
        seenChangeIndicator = kernel.directory().changeIndicator();
        seenConnectionChanges = kernel.connections().changes();
    }

    /** Reports changes; returns how many of the two have changed. */
    int look() {
        int work = 0;
        if (kernel.connections().changes() != seenConnectionChanges) {
            seenConnectionChanges = kernel.connections().changes();
            exclusions.dropUnconnected();
            events.report(Tid.EXECUTIVE, EventIndicator.EXEC_XCT_CHANGE);
            work++;
        }
        if (kernel.directory().changeIndicator() != seenChangeIndicator) {
            announceChanges();
            work++;
        }
        return work;
    }

    private void announceChanges() {
        int since = seenChangeIndicator;
        seenChangeIndicator = kernel.directory().changeIndicator();
        for (DeviceSlot slot : kernel.directory().devices()) {
            if (slot.changeIndicator() > since) {
                int event = slot.announce() ? EventIndicator.EXEC_NEW_LCT_ENTRY : EventIndicator.EXEC_MODIFIED_LCT;
                events.report(Tid.EXECUTIVE, event,
                    EventRegistry.words(LogicalConfigurationTable.Entry.BYTES, configuration.entry(slot)::emit));
            }
        }
    }
}
