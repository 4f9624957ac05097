package dev.spine.host.testkit;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.HostTimer;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.host.driver.SystemReport;
import dev.spine.host.testkit.script.ScriptedIop;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.Account;
import dev.spine.iop.bus.Box;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.kernel.DeviceModule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A node for a test: a host with its message driver, and IOPs that are simulated or scripted, on one engine.
 *
 * <pre>{@code
 * try (TestNode node = TestNode.on(EngineKind.MODELLED).scripted("disk").start()) {
 *     node.scripted("disk").device(0x008, DeviceClass.DDM);
 *     node.boot();
 *     node.await("the claim", () -> node.driver().claim(node.iop("disk"), 0x008));
 * }
 * }</pre>
 *
 * <p>Tests call it from their own thread. What touches objects of the host's agent goes through {@link #await} or {@link #onHost}.
 */
public final class TestNode implements AutoCloseable {
    private final Engine engine;
    private final Bus bus;
    private final HostAgent host;
    private final HostMemory memory;
    private final HostDriver driver;
    private final Tasks tasks;
    /** Makes the modelled engine's time move when nothing else does. */
    private final HostTimer passing;
    private final Map<String, IopDriver> drivers = new LinkedHashMap<>();
    private final Map<String, ScriptedIop> scripted = new LinkedHashMap<>();
    private final Map<String, Iop> simulated = new LinkedHashMap<>();
    private final Map<DeviceModule, Integer> tids;

    TestNode(TestNodeBuilder parts, Engine engine, Bus bus) {
        this.engine = engine;
        this.bus = bus;
        this.memory = new HostMemory(bus, Box.host());
        this.host = engine.add("node0/host", EngineKind.processor(),
            agent -> new HostAgent(agent, new DmaEngine(bus, Box.host())));
        this.passing = host.timer(() -> { });
        this.driver = new HostDriver(host, memory, parts.settings());
        this.tids = parts.addIops(this);
        engine.start();
        this.tasks = engine.tasks(host);
        scripted.values().forEach(iop -> iop.attach(engine.tasks(iop)));
    }

    /**
     * Begins a node.
     *
     * @param kind its engine
     * @return a builder without IOPs
     */
    public static TestNodeBuilder on(EngineKind kind) {
        return new TestNodeBuilder(kind);
    }

    void addScripted(String name, ScriptedIop iop) {
        scripted.put(name, iop);
        drivers.put(name, driver.add(iop.function()));
    }

    void addSimulated(String name, Iop iop) {
        simulated.put(name, iop);
        drivers.put(name, driver.add(iop.function()));
    }

    /** {@return the engine, running} */
    public Engine engine() {
        return engine;
    }

    /** {@return the bus} */
    public Bus bus() {
        return bus;
    }

    /** {@return the host's agent} */
    public HostAgent host() {
        return host;
    }

    /** {@return the host's memory: drivers allocate their buffers here} */
    public HostMemory memory() {
        return memory;
    }

    /** {@return the host message driver} */
    public HostDriver driver() {
        return driver;
    }

    /** {@return the way in for the test's own thread} */
    public Tasks tasks() {
        return tasks;
    }

    /** {@return the names of all IOPs in the order in which they were added} */
    public List<String> iopNames() {
        return List.copyOf(drivers.keySet());
    }

    /**
     * {@return the message driver of an IOP}
     *
     * @param name of an IOP of this node
     */
    public IopDriver iop(String name) {
        return find(drivers, name, "IOP");
    }

    /** {@return the message driver of the only IOP} */
    public IopDriver iop() {
        return only(drivers, "IOP");
    }

    /**
     * {@return a scripted IOP}
     *
     * @param name of a scripted IOP of this node
     */
    public ScriptedIop scripted(String name) {
        return find(scripted, name, "scripted IOP");
    }

    /** {@return the only scripted IOP} */
    public ScriptedIop scripted() {
        return only(scripted, "scripted IOP");
    }

    /** {@return all scripted IOPs in the order in which they were added} */
    public List<ScriptedIop> allScripted() {
        return List.copyOf(scripted.values());
    }

    /**
     * {@return a simulated IOP}
     *
     * @param name of a simulated IOP of this node
     */
    public Iop simulated(String name) {
        return find(simulated, name, "simulated IOP");
    }

    /** {@return all simulated IOPs in the order in which they were added} */
    public List<Iop> allSimulated() {
        return List.copyOf(simulated.values());
    }

    /**
     * {@return the TID of a device that was given to the builder}
     *
     * @param device the very object
     */
    public int tid(DeviceModule device) {
        Integer tid = tids.get(device);
        if (tid == null) {
            throw new IllegalArgumentException(device.description().name() + " is no device of this node: give it to simulated()");
        }
        return tid;
    }

    /**
     * {@return the only device of a type}
     *
     * @param <T> the type
     * @param type its class
     */
    public <T extends DeviceModule> T device(Class<T> type) {
        List<T> found = tids.keySet().stream().filter(type::isInstance).map(type::cast).toList();
        if (found.size() != 1) {
            throw new IllegalArgumentException("this node has " + found.size() + " devices of type " + type.getSimpleName() + ", not one");
        }
        return found.getFirst();
    }

    /** {@return what the host's box has moved over the bus} */
    public Account hostAccount() {
        return bus.account(Box.host());
    }

    /**
     * {@return what an IOP has moved over the bus}
     *
     * @param name of an IOP of this node
     */
    public Account account(String name) {
        return bus.account(iop(name).box());
    }

    private static <T> T find(Map<String, T> parts, String name, String what) {
        T part = parts.get(name);
        if (part == null) {
            throw new IllegalArgumentException("this node has no " + what + " '" + name + "', only " + parts.keySet());
        }
        return part;
    }

    private static <T> T only(Map<String, T> parts, String what) {
        if (parts.size() != 1) {
            throw new IllegalArgumentException("this node has not one " + what + " but " + parts.keySet() + ": say which by its name");
        }
        return parts.values().iterator().next();
    }

    /**
     * Boots all IOPs.
     *
     * @return what became of it
     * @throws AssertionError an IOP did not come into operation; the message says which and why
     */
    public SystemReport boot() {
        SystemReport report = await("the boot", driver::boot);
        if (!report.failures().isEmpty()) {
            throw new AssertionError("not all IOPs came into operation: " + report.failures());
        }
        return report;
    }

    /**
     * Begins something on the host's agent and waits for its result.
     *
     * @param <T> the result
     * @param what for messages, completing "waiting for"
     * @param begin begins it
     * @return the result
     * @throws dev.spine.host.driver.HostException there is none
     */
    public <T> T await(String what, Supplier<Pending<T>> begin) {
        return Pending.await(tasks, what, begin);
    }

    /**
     * Does something on the host's agent, between two of its steps.
     *
     * @param <T> what it returns
     * @param what may use everything that belongs to the host's agent
     * @return what it returned
     */
    public <T extends @Nullable Object> T onHost(Supplier<T> what) {
        return tasks.call(what);
    }

    /**
     * Lets time pass: virtual on the modelled engine, real on the live one.
     *
     * @param ns nanoseconds, at least 1
     */
    public void advance(long ns) {
        long until = tasks.call(() -> {
            passing.setIn(ns);
            return host.context().nowNs() + ns;
        });
        tasks.await("time to pass", () -> host.context().nowNs() >= until);
    }

    @Override
    public void close() {
        engine.close();
    }
}
