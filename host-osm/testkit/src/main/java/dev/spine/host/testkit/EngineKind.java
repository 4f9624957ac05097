package dev.spine.host.testkit;

import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DataPlacement;
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

/** The engines on which a driver must behave alike. */
public enum EngineKind {
    /** Host and IOPs take turns on one thread, against the wall clock. */
    LIVE_ONE_CORE,
    /** The host on one thread, the IOPs on another, against the wall clock. */
    LIVE_TWO_CORES,
    /** No threads: the waiting test moves virtual time. The same seed gives the same run. */
    MODELLED;

    private static final double CYCLES_OF_ANY_OPERATION = 10;
    private static final long CLOCK_HZ = 100_000_000;

    /**
     * {@return a new engine of this kind}
     *
     * @param seed of every random stream
     */
    public Engine make(long seed) {
        return make(seed, DataPlacement.OF_I2O);
    }

    /**
     * {@return a new engine of this kind}
     *
     * @param seed of every random stream
     * @param placement where the modelled machine has its structures of I/O; other kinds are this machine and have them as I2O says
     */
    Engine make(long seed, DataPlacement placement) {
        return switch (this) {
            case LIVE_ONE_CORE -> new LiveEngine(Layout.ONE_CORE, seed);
            case LIVE_TWO_CORES -> new LiveEngine(Layout.twoCore(path -> path.endsWith("host") ? 0 : 1), seed);
            case MODELLED -> new ModelledEngine(profile(placement), seed);
        };
    }

    /** {@return the processor of a test's agents: every operation costs the same few cycles, enough to give each step a length} */
    public static ProcessorSpec processor() {
        Map<Op, Double> cycles = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            cycles.put(op, CYCLES_OF_ANY_OPERATION);
        }
        return new ProcessorSpec("test processor", CostTable.ofCycles(CLOCK_HZ, cycles));
    }

    private static MachineProfile profile(DataPlacement placement) {
        return MachineProfile.named("test").host(processor()).iop(processor()).bus(new BusTiming(33_000_000, 4, 8, 4096, 4))
            .dma(new DmaTiming(100, 100_000_000)).wire(new WireTiming(100_000_000, 1_000, 24)).cardMemoryBytes(1 << 20)
            .placement(placement).build();
    }
}
