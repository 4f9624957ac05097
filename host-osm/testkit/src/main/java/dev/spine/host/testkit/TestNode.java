package dev.spine.host.testkit;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.host.driver.SystemReport;
import dev.spine.host.testkit.record.RecordedIop;
import dev.spine.host.testkit.record.Recorder;
import dev.spine.host.testkit.script.ScriptedIop;
import dev.spine.host.testkit.watch.LeakError;
import dev.spine.host.testkit.watch.PortListener;
import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.Iop;
import dev.spine.iop.PciFunction;
import dev.spine.iop.bus.Account;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.node.NodeBuilder;
import dev.spine.node.NodeHost;
import dev.spine.node.PassingTime;
import dev.spine.node.PlainMachine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
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
    /** How long what is in flight may take to come to its end: of virtual time on the modelled engine. */
    private static final long SETTLE_NS = 100_000_000;

    private final Engine engine;
    private final NodeBuilder builder;
    private final NodeHost host;
    private final Tasks tasks;
    private final PassingTime time;
    private final Map<String, IopDriver> drivers = new LinkedHashMap<>();
    private final Map<String, ScriptedIop> scripted = new LinkedHashMap<>();
    private final Map<String, Iop> simulated = new LinkedHashMap<>();
    private final WatchedIops watches;
    private final Map<DeviceModule, Integer> tids = new LinkedHashMap<>();
    private final Map<String, RecordedIop> recorded = new LinkedHashMap<>();
    private final Map<Class<?>, Function<TestNode, ?>> offers;
    private final Map<Class<?>, Object> made = new LinkedHashMap<>();
    private final IopKind iopKind;

    TestNode(TestNodeBuilder parts, Engine engine, NodeBuilder builder) {
        this.engine = engine;
        this.builder = builder;
        this.host = builder.host(PlainMachine.PROCESSOR, parts.model(), parts.settings());
        this.time = new PassingTime(host.agent());
        this.watches = new WatchedIops(engine, host.agent());
        this.offers = parts.offers();
        this.iopKind = parts.iopKind();
        parts.addIops(this, builder);
        engine.start();
        this.tasks = engine.tasks(host.agent());
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

    void place(DeviceModule device, int tid) {
        tids.put(device, tid);
    }

    void addRecorded(String name, RecordedIop iop) {
        recorded.put(name, iop);
        add(name, iop.function(), iop, iop::deviceClass, _ -> false);
    }

    void addScripted(String name, ScriptedIop iop) {
        scripted.put(name, iop);
        add(name, iop.function(), iop, iop::deviceClass, iop::keepsByScript);
    }

    void addSimulated(String name, Iop iop) {
        simulated.put(name, iop);
        add(name, iop.function(), iop, tid -> {
            DeviceSlot slot = iop.kernel().directory().device(tid);
            return slot == null ? DeviceClass.ANY : ClassId.of(slot.module().description().classId()).deviceClass();
        }, _ -> false);
    }

    private void add(String name, PciFunction function, Agent agent, IntUnaryOperator deviceClassOf, Predicate<Frame> keepsOnPurpose) {
        drivers.put(name, host.driver().add(watches.watch(name, function, agent, deviceClassOf, keepsOnPurpose)));
    }

    /** {@return the engine, running} */
    public Engine engine() {
        return engine;
    }

    public Bus bus() {
        return builder.bus();
    }

    /** {@return the host's agent} */
    public HostAgent host() {
        return host.agent();
    }

    /** {@return the host's memory: drivers allocate their buffers here} */
    public HostMemory memory() {
        return host.memory();
    }

    /** {@return the host message driver} */
    public HostDriver driver() {
        return host.driver();
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
        checkArgument(tid != null, "%s is no device of this node: give it to simulated()", device.description().name());
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
        checkArgument(found.size() == 1, "this node has %s devices of type %s, not one", found.size(), type.getSimpleName());
        return found.getFirst();
    }

    /** {@return what the plan's simulated IOPs are in this node} */
    public IopKind iopKind() {
        return iopKind;
    }

    /**
     * Says something to the only scripted IOP, if this node has one; else nothing. So one test text runs with every kind of IOP.
     *
     * @param script what the IOP expects and replies
     */
    public void whenScripted(Consumer<ScriptedIop> script) {
        if (!scripted.isEmpty()) {
            script.accept(scripted());
        }
    }

    /**
     * {@return what speaks against the scripts and recordings of this node's IOPs, in words; empty when nothing does}
     *
     * @param over whether the test is over, so that what never came speaks against them, too
     */
    public String mismatches(TestPhase over) {
        StringBuilder text = new StringBuilder();
        scripted.values().forEach(iop -> text.append(over == TestPhase.OVER ? iop.report() : iop.mismatches()));
        recorded.values().forEach(iop -> text.append(iop.mismatches()));
        if (over == TestPhase.OVER && text.isEmpty()) {
            recorded.values().forEach(iop -> text.append(iop.unsaid()));
        }
        return text.toString();
    }

    /**
     * Makes what the plan offers: the driver under test, an OSM. The same object every time.
     *
     * @param <T> its type
     * @param type its class
     * @return the object, made on the host's agent
     * @throws IllegalArgumentException the plan does not offer it
     */
    public <T> T make(Class<T> type) {
        Object there = made.get(type);
        if (there == null) {
            Function<TestNode, ?> factory = offers.get(type);
            checkArgument(factory != null, "the node does not offer a %s: say how it is made with TestNodeBuilder.offering()",
                type.getName());
            there = Objects.requireNonNull(onHost(() -> factory.apply(this)), "a factory makes something");
            made.put(type, there);
        }
        return type.cast(there);
    }

    /**
     * {@return whether {@link #make} can make it}
     *
     * @param type a class
     */
    public boolean offers(Class<?> type) {
        return offers.containsKey(type);
    }

    /**
     * {@return the name of the only IOP that has a device of a class}
     *
     * @param deviceClass a value of {@link DeviceClass}
     */
    public String iopWith(int deviceClass) {
        return watches.iopWith(deviceClass);
    }

    /**
     * {@return the TID of the first device of a class on the only IOP that has one}
     *
     * @param deviceClass a value of {@link DeviceClass}
     */
    public int tidOf(int deviceClass) {
        return watches.tidOn(iopWith(deviceClass), deviceClass);
    }

    /**
     * Records what passes between the host and an IOP from now on.
     *
     * @param name of an IOP of this node
     * @return the recorder; ask it on the host's agent for its recording
     */
    public Recorder record(String name) {
        QueuePair inbound = watches.inbound(name);
        Recorder recorder = new Recorder(name, inbound.frameCount(), inbound.slotBytes(), bus(), () -> host().context().nowNs(),
            tid -> classOf(name, tid));
        watches.port(name).add(recorder);
        return recorder;
    }

    private @Nullable ClassId classOf(String name, int tid) {
        Iop iop = simulated.get(name);
        DeviceSlot slot = iop == null ? null : iop.kernel().directory().device(tid);
        if (slot != null) {
            return ClassId.of(slot.module().description().classId());
        }
        int deviceClass = watches.deviceClass(name, tid);
        return deviceClass == DeviceClass.ANY ? null : ClassId.standard(deviceClass);
    }

    /** {@return what the host's bus agent has moved over the bus} */
    public Account hostAccount() {
        return bus().account(BusAgent.host());
    }

    /**
     * {@return what an IOP has moved over the bus}
     *
     * @param name of an IOP of this node
     */
    public Account account(String name) {
        return bus().account(iop(name).busAgent());
    }

    static <T> T find(Map<String, T> parts, String name, String what) {
        T part = parts.get(name);
        checkArgument(part != null, "this node has no %s '%s', only %s", what, name, parts.keySet());
        return part;
    }

    private static <T> T only(Map<String, T> parts, String what) {
        checkArgument(parts.size() == 1, "this node has not one %s but %s: say which by its name", what, parts.keySet());
        return parts.values().iterator().next();
    }

    /**
     * Boots all IOPs. What the boot itself takes is no leak.
     *
     * @return what became of it
     * @throws AssertionError an IOP did not come into operation; the message says which and why
     */
    public SystemReport boot() {
        SystemReport report = await("the boot", driver()::boot);
        if (!report.failures().isEmpty()) {
            throw new AssertionError("not all IOPs came into operation: " + report.failures());
        }
        // The last request of a boot gets no reply: it is over when its frame is back.
        settle("the end of the boot", watches::haveAllFrames);
        acceptLeaks();
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
        time.pass(tasks, ns);
    }

    /**
     * Is notified of each frame between the host and an IOP from now on.
     *
     * @param name of an IOP of this node
     * @param listener called on the host agent's thread
     */
    public void listen(String name, PortListener listener) {
        watches.port(name).add(listener);
    }

    /** Says that what is taken now is meant to stay: {@link #leaks} tells only of what is taken from here on. */
    public void acceptLeaks() {
        onHost(() -> {
            watches.accept(drivers);
            return Boolean.TRUE;
        });
    }

    /**
     * {@return what was taken of the IOPs since the last {@link #acceptLeaks} and is not back after all that is in flight has come to its
     * end: a line each, with who took it; empty when nothing is missing}
     */
    public List<String> leaks() {
        settle("everything to be back", () -> watches.areBack(drivers));
        return watches.missing(drivers, tasks);
    }

    /** Waits until a condition holds, or the time for settling is over. */
    private void settle(String what, BooleanSupplier settled) {
        long untilNs = time.in(tasks, SETTLE_NS);
        tasks.await(what, () -> host().context().nowNs() >= untilNs || settled.getAsBoolean());
    }

    /**
     * Fails if something is missing.
     *
     * @throws LeakError with what {@link #leaks} tells
     */
    public void checkLeaks() {
        List<String> lines = leaks();
        if (!lines.isEmpty()) {
            throw new LeakError(lines);
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
