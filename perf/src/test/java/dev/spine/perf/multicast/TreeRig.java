package dev.spine.perf.multicast;

import static org.junit.jupiter.api.Assertions.assertNull;

import dev.spine.device.nic.NicModule;
import dev.spine.device.nic.NicSettings;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.extension.host.ExtensionClient;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.host.kernel.KernelClient;
import dev.spine.extension.host.kernel.KernelRuntime;
import dev.spine.extension.host.kernel.LanPacketPort;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.services.host.multicast.MulticastTree;
import dev.spine.extension.services.host.multicast.TreeMember;
import dev.spine.extension.services.multicast.MulticastExtension;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.IopReport;
import dev.spine.host.driver.Pending;
import dev.spine.host.lan.LanSettings;
import dev.spine.i2o.Tid;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.LanGroups;
import dev.spine.i2o.param.OperationList;
import dev.spine.i2o.unit.Delivery;
import dev.spine.iop.Iop;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.Ipv4Header;
import dev.spine.iop.packet.wire.UdpHeaders;
import dev.spine.node.NodeBuilder;
import dev.spine.node.NodeHost;
import dev.spine.node.PassingTime;
import dev.spine.system.profile.ProfileFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A host whose cards are a multicast tree, one of which may have its member on the host, and a station at the wire of each card; in virtual
 * time. Cards are numbered from 1.
 */
final class TreeRig implements AutoCloseable {
    static final long KEY = 0x1234_5678_9ABC_DEF0L;
    static final int GROUP = 0xEF01_0203;
    static final int PORT = 5_000;

    private static final byte[] IMAGE = PackagedExtension.image("multicast", MulticastExtension.class);
    private static final int ROOT = 1;
    private static final int NOBODY = 0;
    private static final int MEMORY_BYTES = 1 << 20;

    final List<Card> cards = new ArrayList<>();
    final MulticastTree tree;
    final Set<Integer> lost = new TreeSet<>();
    private final Engine engine;
    final NodeBuilder node;
    final HostAgent host;
    final HostDriver driver;
    private final HostMemory memory;
    final Tasks tasks;
    private final PassingTime time;
    private final int onHost;
    private final @Nullable KernelClient kernel;

    /** A card, its wire, and who is at the other end. */
    static final class Card {
        final int number;
        final Iop iop;
        final IopDriver driver;
        final int tid;
        final int lanTid;
        final LinkWire wire;
        final Station station;
        final Tasks stationTasks;
        ExtensionClient runtime;
        int instance;

        private Card(int number, Iop iop, IopDriver driver, int tid, int lanTid, LinkWire wire, Station station, Tasks stationTasks) {
            this.number = number;
            this.iop = iop;
            this.driver = driver;
            this.tid = tid;
            this.lanTid = lanTid;
            this.wire = wire;
            this.station = station;
            this.stationTasks = stationTasks;
        }
    }

    /** Sends and receives. */
    static final class Station implements Agent {
        private final AgentContext agent;
        private final WirePort port;
        private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
        private final List<byte[]> received = new ArrayList<>();

        Station(AgentContext agent, WirePort port) {
            this.agent = agent;
            this.port = port;
            port.attach(agent);
        }

        @Override
        public int doWork(int limit) {
            int work = 0;
            while (port.linkSignals().poll() != null) {
                work++;
            }
            for (Packet packet = port.arrivals().poll(); packet != null; packet = port.arrivals().poll()) {
                received.add(packet.memory().asSlice(packet.offset(), packet.length()).toArray(ValueLayout.JAVA_BYTE));
                packet.release(agent);
                work++;
            }
            while (!waiting.isEmpty()) {
                byte[] next = waiting.getFirst();
                if (!port.trySend(agent, MemorySegment.ofArray(next), 0, next.length)) {
                    agent.wakeAt(port.sendableAtNs(agent));
                    break;
                }
                waiting.removeFirst();
                work++;
            }
            return work;
        }

        @Override
        public String roleName() {
            return agent.path();
        }
    }

    TreeRig(int count, int fanOut, long seed) {
        this(count, fanOut, seed, NOBODY);
    }

    /** With the member of one card on the host, behind the card's port. */
    TreeRig(int count, int fanOut, long seed, int onHost) {
        this.onHost = onHost;
        MachineProfile profile = ProfileFile.find("lanai-33 with iop.cycles.unit=0.05");
        engine = new ModelledEngine(profile, seed);
        node = new NodeBuilder(engine, "", count + 1);
        NodeHost parts = node.host(profile.host());
        host = parts.agent();
        memory = parts.memory();
        driver = parts.driver();
        time = new PassingTime(host);
        for (int number = 1; number <= count; number++) {
            cards.add(card(number, profile));
        }
        engine.start();
        tasks = engine.tasks(host);
        tree = new MulticastTree(KEY, ROOT, fanOut, lost::add);
        Pending.await(tasks, "the boot", driver::boot).orThrow();
        kernel = onHost == NOBODY ? null : kernel(cards.get(onHost - 1));
        for (Card card : cards) {
            card.runtime = kernel != null && card.number == onHost ? kernel : new RuntimeClient(card.driver, card.tid, memory, tasks);
            load(card);
        }
        tree.install();
    }

    /** The runtime on the host, whose packets are those of a card's port. */
    private KernelClient kernel(Card card) {
        LanSettings lan = LanSettings.STANDARD.withBuckets(64, 2_048).withFilter(LanGroups.FilterMask.PROMISCUOUS_MULTICAST);
        LanPacketPort port = tasks.call(() -> new LanPacketPort(host, driver, memory, card.driver, card.lanTid, lan));
        KernelRuntime runtime =
            tasks.call(() -> new KernelRuntime(host, driver, memory, MEMORY_BYTES, InstanceLimits.STANDARD, port));
        Pending.await(tasks, "the port of the host's runtime", port.osm()::open);
        return new KernelClient(runtime, tasks);
    }

    private Card card(int number, MachineProfile profile) {
        LinkWire wire = new LinkWire("wire" + number, profile.wire(), 256, WirePort.ETHERNET_PACKET_BYTES);
        Iop iop = node.join(node.iop("card" + number, profile.iop(), builder -> builder.window(1 << 20)));
        int lanTid = iop.install(new NicModule(NicSettings.of("lan", mac(number)), wire.ports().get(0)));
        int tid = iop.install(new RuntimeModule(MEMORY_BYTES, InstanceLimits.STANDARD));
        IopDriver iopDriver = driver.add(iop.function());
        Station station = engine.add("station" + number, profile.host(), agent -> new Station(agent, wire.ports().get(1)));
        return new Card(number, iop, iopDriver, tid, lanTid, wire, station, engine.tasks(station));
    }

    static long mac(int number) {
        return 0x0253_504E_0000L + number;
    }

    private void load(Card card) {
        KernelClient there = kernel;
        boolean isOnHost = card.number == onHost;
        if (there != null) {
            there.serve(card.driver, card.tid);
        }
        if (!isOnHost) {
            openFilter(card);
        }
        card.instance = card.runtime.load(IMAGE, LoadOptions.OF_NODE.with("groups", "239.1.2.3:" + PORT)
            .with("key", Long.toHexString(KEY)));
        int iopId = isOnHost ? RuntimeProtocol.HOST_IOP : tasks.call(() -> driver.iopId(card.driver));
        tree.add(new TreeMember(card.number, card.runtime, tasks, card.instance, "host", iopId, isOnHost ? Tid.HOST : card.tid,
            "wire" + card.number, mac(card.number), false));
    }

    /** The port takes the group from its wire. */
    private void openFilter(Card card) {
        Pending.await(tasks, "the filter", () -> driver.paramsSet(card.driver, card.lanTid, new OperationList()
            .fieldSet(LanGroups.MAC_ADDRESS, "FilterMask", FieldValue.number(LanGroups.FilterMask.PROMISCUOUS_MULTICAST))));
    }

    /** The card is reset: its extension is gone. */
    void reset(int number) {
        Card card = cards.get(number - 1);
        Pending<IopReport> back = tasks.call(() -> driver.restart(card.driver));
        tasks.await("the card's return", back::isDone);
        assertNull(back.failure());
    }

    /** The extension is loaded again. */
    void comeBack(int number) {
        load(cards.get(number - 1));
    }

    void link(int number, LinkState state) {
        cards.get(number - 1).wire.set(Delivery.DIRECT, state);
    }

    /** A packet of the group with a number. */
    static byte[] packet(int from, int number, int hops) {
        byte[] frame = new byte[60];
        UdpHeaders.write(MemorySegment.ofArray(frame), 0, 0x0100_5E01_0203L, 0x0253_504E_FF00L | from, 0x0A00_0002 | from << 8, 4000, GROUP,
            PORT, 0, frame.length - UdpHeaders.BYTES);
        ByteBuffer.wrap(frame).put(22, (byte) hops).putInt(UdpHeaders.BYTES, number);
        Ipv4Header.writeChecksum(MemorySegment.ofArray(frame), UdpHeaders.IP);
        return frame;
    }

    void send(int from, byte[]... frames) {
        Card card = cards.get(from - 1);
        card.stationTasks.run(() -> {
            card.station.waiting.addAll(List.of(frames));
            card.station.agent.wakeAt(card.station.agent.nowNs());
        });
    }

    List<byte[]> take(int number) {
        Card card = cards.get(number - 1);
        return card.stationTasks.call(() -> {
            List<byte[]> taken = List.copyOf(card.station.received);
            card.station.received.clear();
            return taken;
        });
    }

    void pass(long ns) {
        time.pass(tasks, ns);
    }

    Map<String, Long> counters(int number) {
        Card card = cards.get(number - 1);
        return card.runtime.inspect(card.instance, 0).counters();
    }

    String describe() {
        StringBuilder text = new StringBuilder("lost " + lost);
        for (Card card : cards) {
            try {
                var status = card.runtime.inspect(card.instance, 0);
                text.append("\ncard ").append(card.number).append(' ').append(status.failure());
                status.counters().forEach((name, count) -> text.append(count == 0 ? "" : ", " + name + " " + count));
            } catch (RuntimeException e) {
                text.append("\ncard ").append(card.number).append(": ").append(e.getMessage());
            }
        }
        return text.toString();
    }

    @Override
    public void close() {
        engine.close();
    }
}
