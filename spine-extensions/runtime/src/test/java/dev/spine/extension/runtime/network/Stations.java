package dev.spine.extension.runtime.network;

import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.engine.modelled.ModelledEngine;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Two stations that front end each other. */
final class Stations {
    private static final ProcessorSpec PROCESSOR = new ProcessorSpec("test", CostTable.ofCycles(100_000_000, costs()));

    final Station left;
    final Station right;

    Stations(Engine engine, Weather weather, long seed, NetworkSettings settings) {
        left = engine.add("node0/left", PROCESSOR, agent -> new Station(agent, 0x02_00_00_00_00_01L, weather, seed, settings));
        right = engine.add("node1/right", PROCESSOR, agent -> new Station(agent, 0x02_00_00_00_00_02L, weather, seed, settings));
        left.other = right;
        right.other = left;
        engine.start();
    }

    private static Map<Op, Double> costs() {
        Map<Op, Double> costs = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            costs.put(op, op == Op.TOUCH_BYTE ? 0.1 : 10.0);
        }
        return costs;
    }

    static ModelledEngine modelled(long seed) {
        MachineProfile profile = MachineProfile.named("test").host(PROCESSOR).iop(PROCESSOR).bus(new BusTiming(33_000_000, 4, 8, 256, 8))
            .dma(new DmaTiming(100, 66_000_000)).wire(new WireTiming(1_000_000_000, 100, 8)).cardMemoryBytes(1 << 20).build();
        return new ModelledEngine(profile, seed);
    }

    static boolean runUntil(ModelledEngine engine, long limitNs, BooleanSupplier condition) {
        long end = engine.nowNs() + limitNs;
        while (!condition.getAsBoolean() && engine.nowNs() < end) {
            engine.advanceTo(engine.nowNs() + 1_000_000);
        }
        return condition.getAsBoolean();
    }
}
