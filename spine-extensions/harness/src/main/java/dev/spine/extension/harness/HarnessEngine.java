package dev.spine.extension.harness;

import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.Layout;
import dev.spine.iop.engine.LiveEngine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.ModelledEngine;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.WireTiming;
import java.util.EnumMap;
import java.util.Map;

/** What runs a simulated card. */
public enum HarnessEngine {
    /** In virtual time, which moves only while the test waits: the same seed gives the same run, step by step. */
    MODELLED {
        @Override
        Engine make(long seed) {
            MachineProfile profile = MachineProfile.named("harness").host(PROCESSOR).iop(PROCESSOR)
                .bus(new BusTiming(33_000_000, 4, 8, 4096, 4)).dma(new DmaTiming(100, 100_000_000)).wire(WIRE)
                .cardMemoryBytes(CARD_BYTES).build();
            return new ModelledEngine(profile, seed);
        }

        @Override
        WireTiming wire() {
            return WIRE;
        }
    },
    /** Against the wall clock, on a thread of its own. */
    LIVE {
        @Override
        Engine make(long seed) {
            return new LiveEngine(Layout.ONE_CORE, seed);
        }

        @Override
        WireTiming wire() {
            return dev.spine.device.wire.Wire.IMMEDIATE;
        }
    };

    private static final long CARD_BYTES = 1 << 20;
    private static final long CLOCK_HZ = 100_000_000;
    /** Enough to give each step of an agent a length. */
    private static final double CYCLES_OF_ANY_OPERATION = 10;
    private static final WireTiming WIRE = new WireTiming(100_000_000, 1_000, 24);
    /** What runs hosts, cards and switches. */
    static final ProcessorSpec PROCESSOR = new ProcessorSpec("harness processor", costs());

    private static CostTable costs() {
        Map<Op, Double> cycles = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            cycles.put(op, CYCLES_OF_ANY_OPERATION);
        }
        return CostTable.ofCycles(CLOCK_HZ, cycles);
    }

    abstract Engine make(long seed);

    abstract WireTiming wire();
}
