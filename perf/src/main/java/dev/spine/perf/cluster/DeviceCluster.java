package dev.spine.perf.cluster;

import dev.spine.device.wire.link.CrossbarWire;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.node.NodeBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * The machine of each node under the exchange of a {@link Cluster}, without kernel and extension: processor, bus, DMA engine and a crossbar
 * that carries real frames. Between the engine alone ({@link PlainCluster}) and whole cards. To be used by one thread;
 * {@link #runToEnd} has others help it.
 */
public final class DeviceCluster implements Exchange {
    private static final int BUFFERS = 16;

    private final ClusterPlan plan;
    private final ModelledEngine engine;
    private final List<DeviceNode> nodes = new ArrayList<>();

    /**
     * Builds the cluster; nothing is sent yet.
     *
     * @param plan who sends how much to whom
     * @param profile whose processor, bus and wire the nodes have
     * @param seed of the engine
     */
    public DeviceCluster(ClusterPlan plan, MachineProfile profile, long seed) {
        this.plan = plan;
        this.engine = new ModelledEngine(profile, seed);
        List<Long> addresses = LongStream.range(0, plan.nodes()).map(node -> DeviceNode.FIRST_ADDRESS + node).boxed().toList();
        CrossbarWire wire = new CrossbarWire("crossbar", addresses, profile.wire(), BUFFERS, DeviceNode.FRAME_BYTES);
        for (int i = 0; i < plan.nodes(); i++) {
            String path = String.format(Locale.ROOT, "node%04d", i);
            int number = i;
            NodeBuilder node = new NodeBuilder(engine, path, 1);
            node.agent("output", CardRow.CROSSBAR, context -> wire.output(number, context));
            nodes.add(node.agent("device", profile.iop(),
                context -> new DeviceNode(context, node, wire.ports().get(number), number, plan)));
        }
        engine.start();
    }

    @Override
    public Cluster.Outcome runToEnd(int threads, long sliceNs) {
        while (!engine.isIdle() && engine.nowNs() < Cluster.MAX_NS) {
            engine.advanceTo(engine.nowNs() + sliceNs, threads);
        }
        long delivered = nodes.stream().mapToLong(node -> node.requests() + node.answers()).sum();
        long sent = nodes.stream().mapToLong(node -> node.sent() + node.requests()).sum();
        return new Cluster.Outcome(delivered, sent - delivered, engine.nowNs(), engine.eventNumber(), engine.digest());
    }

    @Override
    public void verify() {
        engine.conservation().verify();
        long[] expected = plan.expectedSums();
        for (int node = 0; node < plan.nodes(); node++) {
            DeviceNode one = nodes.get(node);
            if (one.sum() != expected[node] || one.answers() != plan.messages()) {
                throw new IllegalStateException("messages were lost: " + one.roleName() + " has " + one.answers() + " answers of "
                    + plan.messages() + ", and was sent " + one.sum() + " in numbers of " + expected[node]);
            }
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
