package dev.spine.node;

import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DataPlacement;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.WireTiming;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The machine on which kits for tests have nodes in virtual time: a PCI bus, and processors on which nothing is free. Any thread. */
public final class PlainMachine {
    /** Every operation costs the same few cycles, enough to give each step a length. */
    public static final ProcessorSpec PROCESSOR = new ProcessorSpec("test processor", CostTable.ofCycles(100_000_000,
        Arrays.stream(Op.values()).collect(Collectors.toMap(Function.identity(), _ -> 10.0))));
    /** 100 Mbit/s, and a microsecond on the way. */
    public static final WireTiming WIRE = new WireTiming(100_000_000, 1_000, 24);

    private PlainMachine() {}

    /**
     * {@return what a modelled engine needs to know of it}
     *
     * @param placement where it has its structures of I/O
     */
    public static MachineProfile profile(DataPlacement placement) {
        return MachineProfile.named("test").host(PROCESSOR).iop(PROCESSOR).bus(new BusTiming(33_000_000, 4, 8, 4096, 4))
            .dma(new DmaTiming(100, 100_000_000)).wire(WIRE).cardMemoryBytes(1 << 20).placement(placement).build();
    }
}
