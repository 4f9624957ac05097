package dev.spine.host.driver;

import dev.spine.iop.Iop;
import dev.spine.iop.IopBuilder;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A node of a host and some IOPs with an echo device each, on an engine. */
final class TestNode implements AutoCloseable {
    final Engine engine;
    final Bus bus;
    final HostAgent host;
    final HostMemory memory;
    final HostDriver driver;
    final Tasks tasks;
    final List<Iop> iops = new ArrayList<>();
    final List<EchoDevice> echoes = new ArrayList<>();
    final List<IopDriver> drivers = new ArrayList<>();

    TestNode(EngineKind kind, int iopCount) {
        this(kind, iopCount, BootSettings.STANDARD);
    }

    TestNode(EngineKind kind, int iopCount, BootSettings settings) {
        engine = kind.make();
        bus = new Bus(iopCount + 1);
        memory = new HostMemory(bus, BusAgent.host());
        host = engine.add("node0/host", kind.host(),
            context -> new HostAgent(context, new DmaEngine(bus, BusAgent.host()), kind.model()));
        driver = new HostDriver(host, memory, settings);
        for (int i = 1; i <= iopCount; i++) {
            String name = "iop" + i;
            Iop iop = engine.add("node0/" + name, ProcessorSpec.THIS_MACHINE, new IopBuilder(name, bus, new BusAgent(i, name))::build);
            EchoDevice echo = new EchoDevice();
            iop.install(echo);
            iops.add(iop);
            echoes.add(echo);
            drivers.add(kind.hostInterface().add(driver, host, iop));
        }
        engine.start();
        tasks = engine.tasks(host);
    }

    /** The way to the agent of an IOP. */
    Tasks tasksOf(int iop) {
        return engine.tasks(iops.get(iop));
    }

    SystemReport boot() {
        return await("the boot", driver::boot);
    }

    <T> T await(String what, Supplier<Pending<T>> begin) {
        return Pending.await(tasks, what, begin);
    }

    @Override
    public void close() {
        engine.close();
    }
}
