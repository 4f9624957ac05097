package dev.spine.node;

import dev.spine.host.driver.BootSettings;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.HostModel;
import dev.spine.iop.Iop;
import dev.spine.iop.IopBuilder;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.pci.PciCard;
import dev.spine.peer.PeerDirectory;
import dev.spine.peer.PeerSettings;
import dev.spine.peer.PeerTransport;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Builds one node on an engine: the bus first, then a host, IOPs and other agents in the order in which they are asked for. Several
 * builders on one engine make several nodes.
 *
 * <p>It hands out the parts themselves and keeps none to be closed. Used by one thread, before the engine is started.
 */
public final class NodeBuilder {
    private final Engine engine;
    private final String path;
    private final Bus bus;
    private final PeerDirectory peers;
    private int iops;

    /**
     * A node with an empty bus.
     *
     * @param engine runs its agents, live or modelled; not started
     * @param path of the node, for example {@code "node0"}; empty when its agents' paths are their names alone
     * @param iops how many IOPs its bus may join
     */
    public NodeBuilder(Engine engine, String path, int iops) {
        this(engine, path, new Bus(iops + 1));
    }

    private NodeBuilder(Engine engine, String path, Bus bus) {
        this.engine = engine;
        this.path = path;
        this.bus = bus;
        this.peers = new PeerDirectory(bus.busAgentCount());
    }

    /**
     * A node that is one card for a host in another process: its memory lies above that of the host.
     *
     * @param engine runs its agents; not started
     * @param path of the node, for example {@code "node0"}
     * @return the builder, for one IOP
     */
    public static NodeBuilder ofCard(Engine engine, String path) {
        return new NodeBuilder(engine, path, new Bus(2, PciCard.CARD_MEMORY));
    }

    /** {@return the node's bus} */
    public Bus bus() {
        return bus;
    }

    /**
     * Gives the next place on the bus to an IOP.
     *
     * @param name its name
     * @return the IOP as the bus knows it
     * @throws IllegalStateException when the bus has no place left
     */
    public BusAgent busAgent(String name) {
        if (iops + 1 == bus.busAgentCount()) {
            throw new IllegalStateException("the bus of a node for " + iops + " IOPs has no place for " + name + ": ask for one with more");
        }
        return new BusAgent(++iops, name);
    }

    /**
     * Adds an agent of the node.
     *
     * @param <A> its type
     * @param name the last part of its path
     * @param processor what runs it
     * @param factory makes it over its context
     * @return what the factory made
     */
    public <A extends Agent> A agent(String name, ProcessorSpec processor, Function<AgentContext, A> factory) {
        return engine.add(path.isEmpty() ? name : path + "/" + name, processor, factory);
    }

    /**
     * Adds the host, which boots with {@link BootSettings#STANDARD} and finds out about replies by {@link HostModel#MIXED}.
     *
     * @param processor what runs its agent
     * @return its parts
     */
    public NodeHost host(ProcessorSpec processor) {
        return host(processor, HostModel.MIXED, BootSettings.STANDARD);
    }

    /**
     * Adds the host.
     *
     * @param processor what runs its agent
     * @param model how it finds out about replies
     * @param settings how it boots
     * @return its parts
     */
    public NodeHost host(ProcessorSpec processor, HostModel model, BootSettings settings) {
        HostAgent agent = agent("host", processor, context -> new HostAgent(context, new DmaEngine(bus, BusAgent.host()), model));
        HostMemory memory = new HostMemory(bus, BusAgent.host());
        return new NodeHost(agent, memory, new HostDriver(agent, memory, settings));
    }

    /**
     * Adds an IOP without devices. The host knows it once its driver was given {@link Iop#function}.
     *
     * @param name its name
     * @param processor what runs its agent
     * @param settled sets what is not as usual
     * @return the IOP
     * @throws IllegalArgumentException when its sizes do not fit each other or the bus
     */
    public Iop iop(String name, ProcessorSpec processor, UnaryOperator<IopBuilder> settled) {
        return agent(name, processor, settled.apply(new IopBuilder(name, bus, busAgent(name)))::build);
    }

    /**
     * Installs the module by which an IOP reaches those of the node that were joined, too.
     *
     * @param iop an IOP of this node
     * @return it
     */
    public Iop join(Iop iop) {
        iop.install(new PeerTransport(peers, peers.enter(iop.function().inboundPortAddress(), iop.dma().busAgent()),
            PeerSettings.STANDARD));
        return iop;
    }
}
