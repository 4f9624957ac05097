package dev.spine.iop.engine;

import java.util.EnumMap;
import java.util.Map;

/** A machine for tests: round figures, so that expected times can be computed by hand. */
public final class TestProfile {
    /** 100 MHz: 10 ns a cycle; every operation takes one cycle. */
    public static final ProcessorSpec PROCESSOR = new ProcessorSpec("one cycle per operation, 100 MHz", everyOperation(1));

    private TestProfile() {}

    public static CostTable everyOperation(double cycles) {
        Map<Op, Double> table = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            table.put(op, cycles);
        }
        return CostTable.ofCycles(100_000_000, table);
    }

    /** A bus of 4 bytes per 10 ns, 2 cycles overhead per burst of 64 bytes, 5 cycles per programmed word; DMA set-up 100 ns. */
    public static MachineProfile machine() {
        return MachineProfile.named("test machine")
            .host(PROCESSOR)
            .iop(PROCESSOR)
            .bus(new BusTiming(100_000_000, 4, 2, 64, 5))
            .dma(new DmaTiming(100, 1_000_000_000))
            .wire(new WireTiming(100_000_000, 1_000, 24))
            .cardMemoryBytes(1 << 20)
            .source("bus.clockHz", "assumed")
            .build();
    }
}
