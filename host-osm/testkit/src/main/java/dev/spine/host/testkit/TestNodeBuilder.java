package dev.spine.host.testkit;

import dev.spine.host.display.DisplayOsm;
import dev.spine.host.driver.BootSettings;
import dev.spine.host.driver.HostModel;
import dev.spine.host.testkit.record.RecordedIop;
import dev.spine.host.testkit.record.Recording;
import dev.spine.host.testkit.script.ScriptedIop;
import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.iop.Iop;
import dev.spine.iop.IopBuilder;
import dev.spine.iop.JavaMachine;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.DataPlacement;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.node.NodeBuilder;
import dev.spine.node.PlainMachine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Builds a {@link TestNode}. One node each; used by one thread. */
public final class TestNodeBuilder {
    private static final int SCRIPTED_FRAMES = 8;
    private static final int FIRST_TID = 0x008;

    /** Adds one IOP or agent to a node. */
    private interface Part {
        void addTo(TestNode node, NodeBuilder builder);
    }

    private final EngineKind kind;
    private final List<Part> parts = new ArrayList<>();
    private final List<Part> others = new ArrayList<>();
    private final Map<Class<?>, Function<TestNode, ?>> offers = new LinkedHashMap<>();
    private IopKind iopKind = IopKind.SIMULATED;
    private Function<String, Recording> recordings = name -> {
        throw new IllegalStateException("there is no recording for IOP '" + name + "': give some with recordings()");
    };
    private BootSettings settings = BootSettings.STANDARD;
    private HostModel model = HostModel.MIXED;
    private DataPlacement placement = DataPlacement.OF_I2O;
    private long seed = 1;

    TestNodeBuilder(EngineKind kind) {
        this.kind = kind;
        offers.put(DisplayOsm.class, node -> new DisplayOsm(node.host(), node.driver(), node.iop(node.iopWith(DeviceClass.DISPLAY)),
            node.tidOf(DeviceClass.DISPLAY)));
    }

    /**
     * Says what the IOPs are that the plan calls simulated: with {@link IopKind#SCRIPTED} each becomes a scripted one with the same
     * name, devices and TIDs, with {@link IopKind#RECORDED} a recorded one.
     *
     * @param what the kind
     */
    public TestNodeBuilder iops(IopKind what) {
        this.iopKind = what;
        return this;
    }

    /**
     * Says where recordings come from, for {@link IopKind#RECORDED}.
     *
     * @param byName the recording of an IOP by its name
     */
    public TestNodeBuilder recordings(Function<String, Recording> byName) {
        this.recordings = byName;
        return this;
    }

    /**
     * Says where a modelled machine has its structures of I/O; without it, {@link DataPlacement#OF_I2O}. Other engines do not heed it.
     *
     * @param where the places
     */
    public TestNodeBuilder placing(DataPlacement where) {
        this.placement = where;
        return this;
    }

    /**
     * Says how the host boots; without it, {@link BootSettings#STANDARD}.
     *
     * @param how the settings
     */
    public TestNodeBuilder booting(BootSettings how) {
        this.settings = how;
        return this;
    }

    /**
     * Says how the host finds out about replies; without it, {@link HostModel#MIXED}.
     *
     * @param how the model
     */
    public TestNodeBuilder host(HostModel how) {
        this.model = how;
        return this;
    }

    /**
     * Sets the seed of all random streams; without it, 1.
     *
     * @param value any
     */
    public TestNodeBuilder seed(long value) {
        this.seed = value;
        return this;
    }

    /** Adds a scripted IOP with 8 frames for the host. */
    public TestNodeBuilder scripted(String name) {
        return scripted(name, SCRIPTED_FRAMES);
    }

    /**
     * Adds a scripted IOP.
     *
     * @param hostFrames inbound frames for the host, at least 8
     */
    public TestNodeBuilder scripted(String name, int hostFrames) {
        parts.add((node, builder) -> addScripted(node, builder, name, hostFrames, List.of()));
        return this;
    }

    private static void addScripted(TestNode node, NodeBuilder builder, String name, int hostFrames, List<DeviceModule> models) {
        ScriptedIop iop = builder.agent(name, PlainMachine.PROCESSOR,
            agent -> new ScriptedIop(name, agent, builder.bus(), builder.busAgent(name), hostFrames));
        for (int i = 0; i < models.size(); i++) {
            iop.device(FIRST_TID + i, ClassId.of(models.get(i).description().classId()));
            node.place(models.get(i), FIRST_TID + i);
        }
        node.addScripted(name, iop);
    }

    /**
     * Adds a recorded IOP.
     *
     * @param recording what it says
     */
    public TestNodeBuilder recorded(String name, Recording recording) {
        parts.add((node, builder) -> addRecorded(node, builder, name, recording, List.of()));
        return this;
    }

    private static void addRecorded(TestNode node, NodeBuilder builder, String name, Recording recording, List<DeviceModule> models) {
        RecordedIop iop = builder.agent(name, PlainMachine.PROCESSOR,
            agent -> new RecordedIop(name, agent, builder.bus(), builder.busAgent(name), recording));
        for (int i = 0; i < models.size(); i++) {
            node.place(models.get(i), FIRST_TID + i);
        }
        node.addRecorded(name, iop);
    }

    /**
     * Adds a simulated IOP with devices; but see {@link #iops}.
     *
     * @param devices what is installed on it, in order; the first gets TID 0x008
     */
    public TestNodeBuilder simulated(String name, DeviceModule... devices) {
        return simulated(name, UnaryOperator.identity(), devices);
    }

    /**
     * Adds a simulated IOP with frames, window or settings of the test's own; but see {@link #iops}.
     *
     * @param settled sets what is not as usual
     * @param devices what is installed on it, in order; the first gets TID 0x008
     */
    public TestNodeBuilder simulated(String name, UnaryOperator<IopBuilder> settled, DeviceModule... devices) {
        List<DeviceModule> modules = List.of(devices);
        parts.add((node, builder) -> {
            switch (iopKind) {
                case SIMULATED -> {
                    Iop iop = builder.iop(name, PlainMachine.PROCESSOR, settled);
                    modules.forEach(module -> node.place(module, iop.install(module)));
                    node.addSimulated(name, iop);
                }
                case SCRIPTED -> addScripted(node, builder, name, SCRIPTED_FRAMES, modules);
                case RECORDED -> addRecorded(node, builder, name, recordings.apply(name), modules);
            }
        });
        return this;
    }

    /**
     * Adds an agent that is no IOP of the node: a switch, a station at the other end of a wire.
     *
     * @param path its path, not {@code node0/host} and none of {@code node0/} and an IOP's name
     * @param factory makes it
     */
    public TestNodeBuilder agent(String path, Function<AgentContext, Agent> factory) {
        others.add((node, _) -> node.engine().add(path, PlainMachine.PROCESSOR, factory));
        return this;
    }

    /**
     * Says how a driver under test, or anything else, is made of a node: so that {@link TestNode#make} and parameters of tests have it.
     *
     * @param <T> its type
     * @param type its class
     * @param factory makes it on the host's agent, when it is asked for first
     */
    public <T> TestNodeBuilder offering(Class<T> type, Function<TestNode, T> factory) {
        offers.put(type, factory);
        return this;
    }

    /**
     * Builds the node and starts its engine. Nothing is booted yet.
     *
     * @return the node; to be closed
     */
    public TestNode start() {
        JavaMachine.notifyOnce();
        Engine engine = kind.make(seed, placement);
        return new TestNode(this, engine, new NodeBuilder(engine, "node0", parts.size()));
    }

    HostModel model() {
        return model;
    }

    BootSettings settings() {
        return settings;
    }

    Map<Class<?>, Function<TestNode, ?>> offers() {
        return offers;
    }

    IopKind iopKind() {
        return iopKind;
    }

    void addIops(TestNode node, NodeBuilder builder) {
        parts.forEach(part -> part.addTo(node, builder));
        others.forEach(other -> other.addTo(node, builder));
    }
}
