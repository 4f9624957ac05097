package dev.spine.host.testkit;

import dev.spine.host.driver.BootSettings;
import dev.spine.host.testkit.script.ScriptedIop;
import dev.spine.iop.Iop;
import dev.spine.iop.IopBuilder;
import dev.spine.iop.bus.Box;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.kernel.DeviceModule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Builds a {@link TestNode}. One node each; used by one thread. */
public final class TestNodeBuilder {
    private static final int SCRIPTED_FRAMES = 8;

    /** Adds one IOP to a node, as the box with a number. */
    private interface Part {
        void addTo(TestNode node, int box, Map<DeviceModule, Integer> tids);
    }

    private final EngineKind kind;
    private final List<Part> parts = new ArrayList<>();
    private final List<Part> others = new ArrayList<>();
    private BootSettings settings = BootSettings.STANDARD;
    private long seed = 1;

    TestNodeBuilder(EngineKind kind) {
        this.kind = kind;
    }

    /**
     * Says how the host boots; without it, {@link BootSettings#STANDARD}.
     *
     * @param how the settings
     * @return this
     */
    public TestNodeBuilder booting(BootSettings how) {
        this.settings = how;
        return this;
    }

    /**
     * Sets the seed of all random streams; without it, 1.
     *
     * @param value any
     * @return this
     */
    public TestNodeBuilder seed(long value) {
        this.seed = value;
        return this;
    }

    /**
     * Adds a scripted IOP with 8 frames for the host.
     *
     * @param name its name
     * @return this
     */
    public TestNodeBuilder scripted(String name) {
        return scripted(name, SCRIPTED_FRAMES);
    }

    /**
     * Adds a scripted IOP.
     *
     * @param name its name
     * @param hostFrames inbound frames for the host, at least 8
     * @return this
     */
    public TestNodeBuilder scripted(String name, int hostFrames) {
        parts.add((node, box, _) -> node.addScripted(name, node.engine().add("node0/" + name, EngineKind.processor(),
            agent -> new ScriptedIop(name, agent, node.bus(), new Box(box, name), hostFrames))));
        return this;
    }

    /**
     * Adds a simulated IOP with devices.
     *
     * @param name its name
     * @param devices what is installed on it, in order; the first gets TID 0x008
     * @return this
     */
    public TestNodeBuilder simulated(String name, DeviceModule... devices) {
        return simulated(name, builder -> builder, devices);
    }

    /**
     * Adds a simulated IOP with frames, window or settings of the test's own.
     *
     * @param name its name
     * @param settled sets what is not as usual
     * @param devices what is installed on it, in order; the first gets TID 0x008
     * @return this
     */
    public TestNodeBuilder simulated(String name, UnaryOperator<IopBuilder> settled, DeviceModule... devices) {
        List<DeviceModule> modules = List.of(devices);
        parts.add((node, box, tids) -> {
            IopBuilder builder = settled.apply(new IopBuilder(name, node.bus(), new Box(box, name)));
            Iop iop = node.engine().add("node0/" + name, EngineKind.processor(), builder::build);
            modules.forEach(module -> tids.put(module, iop.install(module)));
            node.addSimulated(name, iop);
        });
        return this;
    }

    /**
     * Adds an agent that is no IOP of the node: a switch, a station at the other end of a wire.
     *
     * @param path its path, not {@code node0/host} and none of {@code node0/} and an IOP's name
     * @param factory makes it
     * @return this
     */
    public TestNodeBuilder agent(String path, Function<AgentContext, Agent> factory) {
        others.add((node, _, _) -> node.engine().add(path, EngineKind.processor(), factory));
        return this;
    }

    /**
     * Builds the node and starts its engine. Nothing is booted yet.
     *
     * @return the node; to be closed
     */
    public TestNode start() {
        Engine engine = kind.make(seed);
        return new TestNode(this, engine, new Bus(parts.size() + 1));
    }

    BootSettings settings() {
        return settings;
    }

    Map<DeviceModule, Integer> addIops(TestNode node) {
        Map<DeviceModule, Integer> tids = new LinkedHashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            parts.get(i).addTo(node, i + 1, tids);
        }
        others.forEach(other -> other.addTo(node, 0, tids));
        return tids;
    }
}
