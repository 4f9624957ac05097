package dev.spine.host;

import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DataPlacement;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.WireTiming;
import java.util.EnumMap;
import java.util.Map;

/** The machine on which modelled tests of this module run. */
public final class TestProfile {
    private TestProfile() {
    }

    /** {@return a processor on which every operation costs the same few cycles: enough to give each step a length} */
    public static ProcessorSpec processor() {
        Map<Op, Double> cycles = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            cycles.put(op, 10.0);
        }
        return new ProcessorSpec("test processor", CostTable.ofCycles(100_000_000, cycles));
    }

    /** {@return a machine of such processors} */
    public static MachineProfile machine() {
        return machine(DataPlacement.OF_I2O);
    }

    /** {@return such a machine with structures of I/O in given places} */
    public static MachineProfile machine(DataPlacement placement) {
        return MachineProfile.named("test").host(processor()).iop(processor()).bus(new BusTiming(33_000_000, 4, 8, 4096, 4))
            .dma(new DmaTiming(100, 100_000_000)).wire(new WireTiming(1_000_000_000L, 1_000, 24)).cardMemoryBytes(1 << 20)
            .placement(placement).build();
    }
}
