package dev.spine.perf.benchmarks.livelock;

import dev.spine.device.nic.NicModule;
import dev.spine.device.nic.NicSettings;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.extension.host.LentBuffers;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.services.host.lrp.LrpFlow;
import dev.spine.extension.services.host.lrp.LrpReceiver;
import dev.spine.extension.services.host.lrp.LrpSocket;
import dev.spine.extension.services.lrp.LrpExtension;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.host.lan.LanOsm;
import dev.spine.host.lan.LanSettings;
import dev.spine.host.lan.SendListener;
import dev.spine.iop.Iop;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.node.NodeBuilder;
import dev.spine.node.NodeHost;
import dev.spine.node.Opened;
import dev.spine.node.PassingTime;
import java.util.function.IntToLongFunction;

/** A host with a card at a wire, in virtual time. Closed after one run. */
final class LivelockNode implements AutoCloseable {
    private static final long ADDRESS = 0x0253_504E_0001L;
    private static final int RECEIVE_BUFFERS = 256;
    private static final int RUNTIME_BYTES = 512 << 10;
    private static final int QUEUE = 64;
    private static final int WINDOW = 8;
    private static final int BUCKETS = 256;
    private static final int PACKET_BYTES = 2_048;
    private static final double QUIET_PER_SECOND = 500;

    private final Opened opened;
    private final HostAgent host;
    private final Tasks tasks;
    private final PassingTime time;
    private final Offering offering;
    private final Tasks offeringTasks;
    private final IntToLongFunction delivered;

    LivelockNode(MachineProfile profile, Receiving receiving, double perSecond, long seed) {
        Engine engine = new ModelledEngine(profile, seed);
        LinkWire wire = new LinkWire("wire", profile.wire(), RECEIVE_BUFFERS, WirePort.ETHERNET_PACKET_BYTES);
        NodeBuilder builder = new NodeBuilder(engine, "", 1);
        NodeHost node = builder.host(profile.host());
        host = node.agent();
        time = new PassingTime(host);
        Iop card = builder.join(builder.iop("card", profile.iop(), iop -> iop.window(1 << 20)));
        int nic = card.install(new NicModule(NicSettings.of("lan", ADDRESS), wire.ports().getFirst()));
        int runtime = card.install(new RuntimeModule(RUNTIME_BYTES, InstanceLimits.STANDARD));
        IopDriver cardDriver = node.driver().add(card.function());
        offering = engine.add("offering", profile.host(),
            agent -> new Offering(agent, wire.ports().get(1), ADDRESS, perSecond, QUIET_PER_SECOND));
        offeringTasks = engine.tasks(offering);
        tasks = engine.tasks(host);
        try (Opened starting = new Opened()) {
            starting.add(engine::close);
            engine.start();
            Pending.await(tasks, "the boot", node.driver()::boot).orThrow();
            delivered = receiving == Receiving.DIRECT ? direct(node, cardDriver, nic) : lazy(node.memory(), cardDriver, runtime);
            opened = starting.handOver();
        }
    }

    private IntToLongFunction direct(NodeHost node, IopDriver card, int nic) {
        DirectReceiver receiver = new DirectReceiver(host.context());
        LanSettings settings = LanSettings.STANDARD.withBuckets(BUCKETS, PACKET_BYTES);
        LanOsm osm = tasks.call(() ->
            new LanOsm(host, node.driver(), node.memory(), card, nic, settings, receiver, SendListener.NONE));
        receiver.uses(osm);
        tasks.run(() -> host.register(receiver));
        Pending.await(tasks, "the port", osm::open);
        return receiver::delivered;
    }

    private IntToLongFunction lazy(HostMemory memory, IopDriver card, int runtime) {
        RuntimeClient client = new RuntimeClient(card, runtime, memory, tasks);
        int instance = client.load(PackagedExtension.image("lrp", LrpExtension.class));
        LrpReceiver receiver = new LrpReceiver(client, host, tasks, instance, new LentBuffers(2 * WINDOW, PACKET_BYTES));
        LrpSocket flooded = receiver.open(LrpFlow.udp(Offering.FLOODED_PORT), QUEUE, WINDOW);
        LrpSocket quiet = receiver.open(LrpFlow.udp(Offering.QUIET_PORT), QUEUE, WINDOW);
        LazyReceiver application = new LazyReceiver(host.context(), flooded, quiet);
        tasks.run(() -> host.register(application));
        return application::delivered;
    }

    private long[] counts() {
        long[] sent = offeringTasks.call(() -> new long[] {offering.sent(0), offering.sent(1)});
        return tasks.call(() -> new long[] {host.context().nowNs(), sent[0], sent[1], delivered.applyAsLong(0), delivered.applyAsLong(1)});
    }

    /**
     * {@return what happens in a time, after a tenth of it}
     *
     * @param ns of virtual time
     */
    LivelockPoint measure(long ns) {
        offeringTasks.run(offering::begin);
        time.pass(tasks, ns / 10);
        long[] before = counts();
        time.pass(tasks, ns);
        long[] after = counts();
        double seconds = (after[0] - before[0]) / 1e9;
        return new LivelockPoint((after[1] - before[1]) / seconds, (after[3] - before[3]) / seconds, (after[2] - before[2]) / seconds,
            (after[4] - before[4]) / seconds);
    }

    @Override
    public void close() {
        opened.close();
    }
}
