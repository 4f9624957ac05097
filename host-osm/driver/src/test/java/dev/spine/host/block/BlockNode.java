package dev.spine.host.block;

import dev.spine.host.TestProfile;
import dev.spine.host.driver.BootSettings;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.iop.Iop;
import dev.spine.iop.IopBuilder;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.kernel.DeviceModule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A host and an IOP with a disk, on an engine. */
final class BlockNode implements AutoCloseable {
    /** The engines on which an OSM must behave alike. */
    enum Kind {
        LIVE_ONE_CORE,
        LIVE_TWO_CORES,
        MODELLED;

        Engine engine() {
            return switch (this) {
                case LIVE_ONE_CORE -> new LiveEngine(ThreadLayout.ONE_CORE, 1);
                case LIVE_TWO_CORES -> new LiveEngine(ThreadLayout.twoCore(path -> path.endsWith("host") ? 0 : 1), 1);
                case MODELLED -> new ModelledEngine(TestProfile.machine(), 1);
            };
        }
    }

    /** How one request ended. */
    record Ending(long cookie, BlockOutcome status, int bytes) {}

    final Engine engine;
    final Bus bus = new Bus(2);
    final HostAgent host;
    final HostMemory memory;
    final HostDriver driver;
    final Iop card;
    final IopDriver iop;
    final int tid;
    final Tasks tasks;
    final Tasks cardTasks;
    final Region buffer;
    final List<Ending> endings = new ArrayList<>();

    BlockNode(Kind kind, DeviceModule disk) {
        this(kind, disk, BootSettings.STANDARD);
    }

    BlockNode(Kind kind, DeviceModule disk, BootSettings settings) {
        engine = kind.engine();
        memory = new HostMemory(bus, BusAgent.host());
        host = engine.add("node0/host", ProcessorSpec.THIS_MACHINE, context -> new HostAgent(context, new DmaEngine(bus, BusAgent.host())));
        driver = new HostDriver(host, memory, settings);
        card = engine.add("node0/iop1", ProcessorSpec.THIS_MACHINE, new IopBuilder("iop1", bus, new BusAgent(1, "iop1"))::build);
        tid = card.install(disk);
        iop = driver.add(card.function());
        buffer = memory.allocate("test buffer", 1 << 20);
        engine.start();
        tasks = engine.tasks(host);
        cardTasks = engine.tasks(card);
        await("the boot", driver::boot).orThrow();
    }

    BlockOsm osm(BlockSettings settings) {
        return tasks.call(() -> new BlockOsm(host, driver, memory, iop, tid, settings));
    }

    BlockOsm attached(BlockSettings settings) {
        BlockOsm osm = osm(settings);
        await("the attachment", osm::attach);
        return osm;
    }

    int address(int offset) {
        return (int) buffer.base() + offset;
    }

    void onBlock(long cookie, BlockOutcome status, int bytes) {
        endings.add(new Ending(cookie, status, bytes));
    }

    /** Waits until so many requests have ended, and tells how. */
    List<Ending> endings(int count) {
        tasks.await(count + " ends of requests", () -> endings.size() >= count);
        return tasks.call(() -> List.copyOf(endings));
    }

    <T> T await(String what, Supplier<Pending<T>> begin) {
        return Pending.await(tasks, what, begin);
    }

    @Override
    public void close() {
        engine.close();
    }
}
