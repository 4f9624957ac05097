package dev.spine.peer;

import dev.spine.i2o.table.SystemTable;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.engine.modelled.ModelledEngine;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** Some IOPs on one bus, without a host: tests set the system table and the states themselves. */
final class TestNode {
    static final int MAX_IOPS = 4;

    final Bus bus = new Bus(MAX_IOPS + 1);
    final PeerDirectory directory = new PeerDirectory(MAX_IOPS + 1);
    final int frameBytes;
    final long windowBytes;
    private final Engine engine;
    private final List<TestIop> iops = new ArrayList<>();

    TestNode(Engine engine) {
        this(engine, 128, 64 * 1024);
    }

    TestNode(Engine engine, int frameBytes, long windowBytes) {
        this.engine = engine;
        this.frameBytes = frameBytes;
        this.windowBytes = windowBytes;
    }

    TestIop add(PeerSettings settings) {
        return add(settings, processor(50_000_000), UnaryOperator.identity());
    }

    TestIop add(PeerSettings settings, ProcessorSpec processor, UnaryOperator<AgentContext> wrapper) {
        TestIop iop = new TestIop(this, engine, iops.size() + 1, processor, settings, wrapper);
        iops.add(iop);
        return iop;
    }

    List<TestIop> iops() {
        return iops;
    }

    SystemTable table() {
        return new SystemTable(1, iops.stream().map(TestIop::entry).toList());
    }

    /** Enables all IOPs and starts the engine. */
    void start() {
        iops.forEach(iop -> iop.enable(table()));
        engine.start();
    }

    List<String> frameLosses() {
        return iops.stream().flatMap(iop -> iop.frameLosses().stream()).toList();
    }

    /** A modelled engine of a small described machine. */
    static ModelledEngine modelled(long seed) {
        MachineProfile profile = MachineProfile.named("test").host(processor(100_000_000)).iop(processor(50_000_000))
            .bus(new BusTiming(33_333_333, 4, 6, 256, 3)).dma(new DmaTiming(500, 100_000_000)).wire(new WireTiming(1_000_000_000, 100, 24))
            .cardMemoryBytes(1 << 20).build();
        return new ModelledEngine(profile, seed);
    }

    /** A processor on which every operation costs some cycles. */
    static ProcessorSpec processor(long clockHz) {
        Map<Op, Double> cycles = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            cycles.put(op, op == Op.TOUCH_BYTE || op == Op.FRAME_WORD_WRITE ? 1.0 : 20.0);
        }
        return new ProcessorSpec("test processor", CostTable.ofCycles(clockHz, cycles));
    }

    /** Lets virtual time pass until something holds, or nothing can happen any more, or a limit is reached; returns whether it holds. */
    static boolean runUntil(ModelledEngine engine, long limitNs, BooleanSupplier condition) {
        long end = engine.nowNs() + limitNs;
        long step = Math.max(1, limitNs / 10_000);
        while (!condition.getAsBoolean() && !engine.isIdle() && engine.nowNs() < end) {
            engine.advanceTo(engine.nowNs() + step);
        }
        return condition.getAsBoolean();
    }
}
