package dev.spine.system;

import dev.spine.device.disk.DiskModule;
import dev.spine.device.display.monitor.Monitor;
import dev.spine.device.wire.Wire;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.host.driver.SystemReport;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.Account;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.MemoryLedger;
import dev.spine.iop.count.Counters;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.WatchReport;
import dev.spine.iop.engine.modelled.Conservation;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.node.NodeHost;
import dev.spine.node.Opened;
import dev.spine.system.SystemFactory.PlacedModule;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * A built node on an engine: everything that a command or a workload needs to find. Closing it closes engine, monitors, wires and devices.
 * One thread at a time.
 */
public final class SpineSystem implements AutoCloseable {
    private final SystemDescription description;
    private final Engine engine;
    private final Bus bus;
    private final NodeHost host;
    private final Map<String, Wire> wires;
    private final Map<String, Iop> iops;
    private final Map<String, Map<String, PlacedModule>> modules;
    private final List<Monitor> monitors;
    private final Opened opened;
    private final Map<String, IopDriver> drivers = new LinkedHashMap<>();

    /** Takes the parts over. */
    SpineSystem(SystemDescription description, Engine engine, Bus bus, NodeHost host, SystemParts parts) {
        this.description = description;
        this.engine = engine;
        this.bus = bus;
        this.host = host;
        this.wires = parts.wires;
        this.iops = parts.iops;
        this.modules = parts.modules;
        this.monitors = List.copyOf(parts.monitors);
        iops.forEach((name, iop) -> drivers.put(name, host.driver().add(iop.function())));
        this.opened = parts.handOver();
    }

    /** {@return what every part counts: by the host and the IOPs, then by the parts' names} Any thread. */
    public Map<String, SortedMap<String, Counters<?>>> counters() {
        Map<String, SortedMap<String, Counters<?>>> counters = new LinkedHashMap<>();
        counters.put("host", host().context().counters());
        iops().forEach((name, iop) -> counters.put(name, iop.kernel().agent().counters()));
        return counters;
    }

    /** {@return the host's driver of all IOPs} */
    public HostDriver driver() {
        return host.driver();
    }

    /**
     * {@return the host's driver of one IOP}
     *
     * @param iop its name
     */
    public IopDriver driver(String iop) {
        return Objects.requireNonNull(drivers.get(iop), () -> "no IOP '" + iop + "'");
    }

    /**
     * Starts the engine and boots all IOPs.
     *
     * @return what the host learned of them
     * @throws HostException when the boot failed
     * @throws dev.spine.system.file.SystemFileException when a card has no memory for its connections to others
     */
    public SystemReport boot() {
        engine.start();
        SystemReport report = await("the boot of all IOPs", driver()::boot);
        description.iops().forEach(iop -> MemoryTable.require(iop, memory(iop.name())));
        return report;
    }

    /**
     * {@return who holds what of a card's memory}
     *
     * @param iop its name
     */
    public MemoryLedger memory(String iop) {
        return bus.memory(iop(iop).dma().busAgent());
    }

    /**
     * Starts something on the host's agent and waits for its result.
     *
     * @param <T> the result
     * @param what for messages, completing "waiting for"
     * @param start starts it, on the host's agent
     * @return the result
     * @throws HostException when there is none
     */
    public <T> T await(String what, Supplier<Pending<T>> start) {
        return Pending.await(tasks(), what, start);
    }

    /** {@return what was built} */
    public SystemDescription description() {
        return description;
    }

    /** {@return what runs it} */
    public Engine engine() {
        return engine;
    }

    /** {@return what was seen of extensions that hang; nothing on the modelled engine, where fuel ends them} */
    public WatchReport watched() {
        return engine instanceof LiveEngine live ? live.watched() : new WatchReport(0, 0, 0, List.of());
    }

    /** {@return the node's bus} */
    public Bus bus() {
        return bus;
    }

    /** {@return the host's agent} */
    public HostAgent host() {
        return host.agent();
    }

    /** {@return the host's memory} */
    public HostMemory hostMemory() {
        return host.memory();
    }

    /** {@return the way for blocking code to work with the host's agent} */
    public Tasks tasks() {
        return engine.tasks(host.agent());
    }

    /** {@return the IOPs by name, in order} */
    public Map<String, Iop> iops() {
        return iops;
    }

    /**
     * {@return a wire}
     *
     * @param name its name
     */
    public Wire wire(String name) {
        return Objects.requireNonNull(wires.get(name), () -> "no wire '" + name + "'");
    }

    /**
     * {@return an IOP}
     *
     * @param name its name
     */
    public Iop iop(String name) {
        return Objects.requireNonNull(iops.get(name), () -> "no IOP '" + name + "'");
    }

    /**
     * {@return a device and its TID}
     *
     * @param iop the IOP's name
     * @param device the device's name
     */
    public PlacedModule device(String iop, String device) {
        Map<String, PlacedModule> installed = Objects.requireNonNull(modules.get(iop), () -> "no IOP '" + iop + "'");
        return Objects.requireNonNull(installed.get(device), () -> "no device '" + device + "' on " + iop);
    }

    /**
     * {@return the devices of an IOP by name, in order}
     *
     * @param iop its name
     */
    public Map<String, PlacedModule> devices(String iop) {
        return Collections.unmodifiableMap(Objects.requireNonNull(modules.get(iop), () -> "no IOP '" + iop + "'"));
    }

    /** {@return what shows the surfaces of devices, in the order of the description} */
    public List<Monitor> monitors() {
        return monitors;
    }

    /** {@return the sum of all bus agents' accounts so far} */
    public Account.Snapshot accounts() {
        Account.Snapshot sum = bus.account(BusAgent.host()).snapshot();
        for (Iop iop : iops.values()) {
            sum = sum.plus(bus.account(iop.dma().busAgent()).snapshot());
        }
        return sum;
    }

    /**
     * Holds a modelled run to the {@linkplain Conservation laws of conservation}: those of its engine, and those of the wires and the cards
     * at them. While nothing runs; costs about as much as a hundred events.
     *
     * @return how many laws were found to hold; 0 on the live engine, whose time is not counted
     * @throws IllegalStateException when one does not hold, which is a defect of the model; the message says which
     */
    public int verifyConservation() {
        return engine instanceof ModelledEngine modelled
            ? modelled.conservation().and(new WireLaws(modelled, wires.values(), iops.values()).read()).verify() : 0;
    }

    /** Has all disks keep what was written so far, without the help of agents: for a process that is halted. Any thread. */
    public void forceDisks() {
        modules.values().forEach(installed -> installed.values().forEach(placed -> {
            if (placed.module() instanceof DiskModule disk) {
                disk.force();
            }
        }));
    }

    @Override
    public void close() {
        opened.close();
    }
}
