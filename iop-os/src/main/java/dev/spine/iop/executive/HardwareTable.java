package dev.spine.iop.executive;

import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.iop.kernel.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** ExecHrtGet: as much of the hardware resource table as fits the asker's buffer, and success. */
final class HardwareTable implements ExecutiveHandler {
    private static final int FIXED_WORDS = 4;

    private final Executive executive;

    HardwareTable(Executive executive) {
        this.executive = executive;
    }

    @Override
    public int function() {
        return Function.EXEC_HRT_GET;
    }

    @Override
    public Set<IopState> states() {
        return INITIALISED;
    }

    @Override
    public void onMessage(Request request) {
        TableReply.answer(request, executive.buffers(), FIXED_WORDS, HardwareResourceTable.of(1, adapters()));
    }

    /** Those that the settings name, then those that devices control, with the numbers that follow. */
    private List<HardwareResourceTable.Entry> adapters() {
        List<HardwareResourceTable.Entry> all = new ArrayList<>(executive.settings().adapters());
        int named = all.size();
        for (HardwareResourceTable.Entry entry : executive.kernel().adapters()) {
            all.add(new HardwareResourceTable.Entry(named + entry.adapterId(), entry.controllingTid(), entry.adapterState(),
                entry.busNumber(), entry.busType(), entry.busInformation()));
        }
        return all;
    }
}
