package dev.spine.host.display;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.device.display.DisplayDdm;
import dev.spine.device.display.surface.SurfaceGeometry;
import dev.spine.host.driver.BootSettings;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostInterface;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.Iop;
import dev.spine.iop.IopBuilder;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.engine.modelled.ModelledEngine;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A host and one IOP with a display of 64 x 48 pixels, booted on a real engine. */
final class DisplayNode implements AutoCloseable {
    /** The engines that a test runs on. */
    enum Kind {
        LIVE_ONE_CORE,
        LIVE_TWO_CORE,
        MODELLED,
        LIVE_OVER_REGISTERS,
        MODELLED_OVER_REGISTERS;

        HostInterface hostInterface() {
            return this == LIVE_OVER_REGISTERS || this == MODELLED_OVER_REGISTERS ? HostInterface.REGISTERS : HostInterface.QUEUE_PAIRS;
        }

        Engine make() {
            return switch (this) {
                case LIVE_ONE_CORE -> new LiveEngine(ThreadLayout.ONE_CORE, 1);
                case LIVE_TWO_CORE, LIVE_OVER_REGISTERS -> new LiveEngine(ThreadLayout.twoCore(path -> path.endsWith("host") ? 0 : 1), 1);
                case MODELLED, MODELLED_OVER_REGISTERS -> new ModelledEngine(profile(), 1).assertEveryStepCharges();
            };
        }
    }

    static final int HOST_FRAMES = 12;

    final Bus bus = new Bus(2);
    final HostMemory memory = new HostMemory(bus, BusAgent.host());
    final DisplayDdm display;
    final HostAgent host;
    final HostDriver driver;
    final IopDriver iop;
    final Iop card;
    final DisplayOsm osm;
    final Region pixels;
    private final Engine engine;
    private final Tasks tasks;

    DisplayNode(Kind kind, PixelFormat format) {
        engine = kind.make();
        ProcessorSpec processor = processor(100_000_000);
        host = engine.add("node0/host", processor, agent -> new HostAgent(agent, new DmaEngine(bus, BusAgent.host())));
        IopBuilder builder = new IopBuilder("screen", bus, new BusAgent(1, "screen")).frames(512, HOST_FRAMES);
        card = engine.add("node0/screen", processor, agent -> builder.build(agent));
        display = new DisplayDdm("display0", SurfaceGeometry.packed(64, 48, format));
        int tid = card.install(display);
        driver = new HostDriver(host, memory, BootSettings.STANDARD);
        iop = kind.hostInterface().add(driver, host, card);
        osm = new DisplayOsm(host, driver, iop, tid);
        pixels = memory.allocate("pixels", 64 * 1024);
        engine.start();
        tasks = engine.tasks(host);
        assertEquals(List.of(), await(driver::boot).failures());
    }

    private static MachineProfile profile() {
        return MachineProfile.named("test").host(processor(100_000_000)).iop(processor(50_000_000))
            .bus(new BusTiming(33_333_333, 4, 6, 256, 3)).dma(new DmaTiming(500, 100_000_000)).wire(new WireTiming(1_000_000_000, 100, 24))
            .cardMemoryBytes(1 << 20).build();
    }

    private static ProcessorSpec processor(long clockHz) {
        Map<Op, Double> cycles = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            cycles.put(op, 20.0);
        }
        return new ProcessorSpec("test processor", CostTable.ofCycles(clockHz, cycles));
    }

    /** Starts something on the host and waits for its result. */
    <T> T await(Supplier<Pending<T>> start) {
        Pending<T> pending = tasks.call(start);
        tasks.await("a result", pending::isDone);
        return pending.get();
    }

    Tasks tasks() {
        return tasks;
    }

    @Override
    public void close() {
        engine.close();
    }
}
