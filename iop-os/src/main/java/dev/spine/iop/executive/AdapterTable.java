package dev.spine.iop.executive;

import dev.spine.i2o.Tid;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.iop.kernel.IopDirectory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The adapters of an IOP, as the hardware resource table names them: those of the settings, then those that devices control, with the
 * numbers that follow; and to which device modules the host has given them. Belongs to the IOP's agent.
 */
final class AdapterTable {
    private final IopDirectory directory;
    private final List<HardwareResourceTable.Entry> ofSettings;
    private final Map<Integer, Integer> assigned = new HashMap<>();
    private int changeIndicator = 1;

    AdapterTable(IopDirectory directory, ExecutiveSettings settings) {
        this.directory = directory;
        this.ofSettings = settings.adapters();
    }

    HardwareResourceTable table() {
        return HardwareResourceTable.of(changeIndicator, entries());
    }

    List<HardwareResourceTable.Entry> entries() {
        List<HardwareResourceTable.Entry> all = new ArrayList<>();
        for (HardwareResourceTable.Entry entry : ofSettings) {
            all.add(asAssigned(entry));
        }
        int named = all.size();
        for (HardwareResourceTable.Entry entry : directory.adapters()) {
            all.add(asAssigned(new HardwareResourceTable.Entry(named + entry.adapterId(), entry.controllingTid(), entry.adapterState(),
                entry.busNumber(), entry.busType(), entry.busInformation())));
        }
        return all;
    }

    private HardwareResourceTable.Entry asAssigned(HardwareResourceTable.Entry entry) {
        Integer tid = assigned.get(entry.adapterId());
        return tid == null ? entry : entry.controlledBy(tid);
    }

    HardwareResourceTable.@Nullable Entry find(int adapterId) {
        for (HardwareResourceTable.Entry entry : entries()) {
            if (entry.adapterId() == adapterId) {
                return entry;
            }
        }
        return null;
    }

    /** Gives an adapter to a device module; {@link Tid#NONE} takes it from whoever has it. */
    void assign(int adapterId, int tid) {
        assigned.put(adapterId, tid);
        changeIndicator++;
    }

    /** Every adapter is again with the module that found it: reset. */
    void reset() {
        assigned.clear();
    }
}
