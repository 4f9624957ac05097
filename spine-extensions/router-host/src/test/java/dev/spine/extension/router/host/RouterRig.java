package dev.spine.extension.router.host;

import dev.spine.device.nic.NicModule;
import dev.spine.device.nic.NicSettings;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.host.lan.LanOsm;
import dev.spine.host.lan.LanRecovery;
import dev.spine.host.lan.LanSettings;
import dev.spine.host.lan.PacketListener;
import dev.spine.host.lan.SendListener;
import dev.spine.iop.Iop;
import dev.spine.iop.IopBuilder;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.Address;
import dev.spine.node.NodeBuilder;
import dev.spine.node.NodeHost;
import dev.spine.node.Opened;
import dev.spine.node.PassingTime;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * A host with network cards, a router on all of them, and a station at the other end of each wire: card {@code n} has 10.0.n.1/24 and
 * 2001:db8:n::1/64, its station 10.0.n.2 and 2001:db8:n::2.
 */
final class RouterRig implements AutoCloseable {
    /** Which engine a rig runs on. */
    enum Kind { LIVE, MODELLED }

    private static final int RECEIVE_BUFFERS = 256;
    private static final int MEMORY_BYTES = 8 << 20;
    private static final WireTiming WIRE = new WireTiming(100_000_000, 1_000, 24);

    final Engine engine;
    private final Opened opened;
    final Bus bus;
    final HostAgent host;
    final HostDriver driver;
    final Tasks tasks;
    final List<Card> cards = new ArrayList<>();
    final RouterNode router;
    private final PassingTime time;

    /** A card, its wire, and who is at the other end. */
    static final class Card {
        final int number;
        final CardAgent agent;
        final Iop iop;
        final IopDriver driver;
        final RuntimeModule module;
        final Rumour rumour;
        final int tid;
        final int lanTid;
        final Wire wire;
        final Station station;
        final Tasks stationTasks;
        final List<byte[]> toHost = new ArrayList<>();
        RuntimeClient runtime;
        LanOsm lan;

        private Card(int number, CardAgent agent, IopDriver driver, RuntimeModule module, Rumour rumour, int tid, int lanTid, Wire wire,
            Station station, Tasks stationTasks) {
            this.number = number;
            this.agent = agent;
            this.iop = agent.iop();
            this.driver = driver;
            this.module = module;
            this.rumour = rumour;
            this.tid = tid;
            this.lanTid = lanTid;
            this.wire = wire;
            this.station = station;
            this.stationTasks = stationTasks;
        }

        void inject(byte[]... frames) {
            stationTasks.run(() -> {
                for (byte[] frame : frames) {
                    station.send(frame);
                }
            });
        }

        List<byte[]> takeReceived() {
            return stationTasks.call(station::takeReceived);
        }

        int received() {
            return stationTasks.call(station::received);
        }
    }

    /** The other end of a wire. */
    static final class Station implements Agent {
        private static final int BURST = 32;

        private final AgentContext agent;
        private final WirePort port;
        private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
        private final List<byte[]> received = new ArrayList<>();
        /** What it sends again and again, and how often; then it only counts what comes, and allocates nothing. */
        private MemorySegment repeated = MemorySegment.NULL;
        private long toSend;
        private boolean counts;
        private long counted;

        Station(AgentContext agent, WirePort port) {
            this.agent = agent;
            this.port = port;
            port.attach(agent);
        }

        void send(byte[] frame) {
            waiting.add(frame);
            agent.wakeAt(agent.nowNs());
        }

        int received() {
            return received.size();
        }

        boolean isIdle() {
            return waiting.isEmpty();
        }

        List<byte[]> takeReceived() {
            List<byte[]> taken = List.copyOf(received);
            received.clear();
            return taken;
        }

        void repeat(byte[] frame, long times) {
            repeated = MemorySegment.ofArray(frame);
            toSend = times;
            counts = true;
            agent.wakeAt(agent.nowNs());
        }

        /** Only counts what comes. */
        void count() {
            counts = true;
        }

        long counted() {
            return counted;
        }

        boolean hasSentAll() {
            return toSend == 0;
        }

        @Override
        public int doWork(int limit) {
            int work = 0;
            while (port.linkSignals().poll() != null) {
                work++;
            }
            for (Packet packet = port.arrivals().poll(); packet != null; packet = port.arrivals().poll()) {
                counted++;
                if (!counts) {
                    received.add(packet.memory().asSlice(packet.offset(), packet.length()).toArray(ValueLayout.JAVA_BYTE));
                }
                packet.release(agent);
                work++;
            }
            for (int i = 0; toSend > 0 && i < BURST && port.trySend(agent, repeated, 0, (int) repeated.byteSize()); i++) {
                toSend--;
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

    RouterRig(Kind kind, long seed, int count) {
        this(kind, seed, count, RouterSettings.STANDARD.withTableBytes(64 << 10));
    }

    RouterRig(Kind kind, long seed, int count, RouterSettings settings) {
        this(kind, seed, count, settings, RouterListener.NONE);
    }

    RouterRig(Kind kind, long seed, int count, RouterSettings settings, RouterListener listener) {
        this(kind, seed, count, settings, listener, name -> new LinkWire(name, kind == Kind.LIVE ? Wire.IMMEDIATE : WIRE, RECEIVE_BUFFERS,
            WirePort.ETHERNET_PACKET_BYTES));
    }

    /** With other wires: the cards are at their port 0, the stations at port 1. */
    RouterRig(Kind kind, long seed, int count, Function<String, Wire> wires) {
        this(kind, seed, count, RouterSettings.STANDARD.withTableBytes(64 << 10), RouterListener.NONE, wires);
    }

    /** With stages and other wires. */
    RouterRig(Kind kind, long seed, int count, RouterSettings settings, Function<String, Wire> wires) {
        this(kind, seed, count, settings, RouterListener.NONE, wires);
    }

    private RouterRig(Kind kind, long seed, int count, RouterSettings settings, RouterListener listener, Function<String, Wire> wires) {
        engine = kind == Kind.LIVE ? new LiveEngine(ThreadLayout.ONE_CORE, seed) : modelled(seed);
        NodeBuilder node = new NodeBuilder(engine, "", count + 1);
        bus = node.bus();
        NodeHost parts = node.host(PROCESSOR);
        host = parts.agent();
        driver = parts.driver();
        HostMemory memory = parts.memory();
        time = new PassingTime(host);
        for (int number = 1; number <= count; number++) {
            cards.add(card(number, wires.apply("wire" + number), node));
        }
        engine.start();
        tasks = engine.tasks(host);
        try (Opened starting = new Opened()) {
            starting.add(engine::close);
            Pending.await(tasks, "the boot", driver::boot).orThrow();
            for (Card card : cards) {
                card.runtime = new RuntimeClient(card.driver, card.tid, memory, tasks);
                openLan(card, memory);
            }
            router = new RouterNode(new RouterHost(driver, host, memory, tasks), settings, listener);
            for (Card card : cards) {
                router.port(new RouterPort("card" + card.number, card.runtime, card.driver, card.tid, mac(card.number), 1500));
                router.addresses(card.number, List.of(InterfaceAddress.parse("10.0." + card.number + ".1/24"),
                    InterfaceAddress.parse("2001:db8:" + card.number + "::1/64")));
                router.neighbour(card.number, Address.parse("10.0." + card.number + ".2"), stationMac(card.number));
                router.neighbour(card.number, Address.parse("2001:db8:" + card.number + "::2"), stationMac(card.number));
            }
            acknowledge();
            opened = starting.handOver();
        }
    }

    private static final ProcessorSpec PROCESSOR = new ProcessorSpec("router test processor", costs());

    private static CostTable costs() {
        Map<Op, Double> cycles = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            // Copying is cheap enough for some frames, and not for others.
            cycles.put(op, op == Op.UNIT ? 1.0 : op == Op.TOUCH_BYTE ? 0.4 : 10.0);
        }
        return CostTable.ofCycles(1_000_000_000, cycles);
    }

    private static Engine modelled(long seed) {
        MachineProfile profile = MachineProfile.named("router test").host(PROCESSOR).iop(PROCESSOR)
            .bus(new BusTiming(33_000_000, 4, 8, 4096, 4)).dma(new DmaTiming(100, 100_000_000)).wire(WIRE)
            .cardMemoryBytes(MEMORY_BYTES).build();
        return new ModelledEngine(profile, seed);
    }

    /** {@return the hardware address of a card} */
    static long mac(int number) {
        return 0x0253_504E_0000L + number;
    }

    /** {@return the hardware address of the station at a card's wire} */
    static long stationMac(int number) {
        return 0x0253_504E_FF00L + number;
    }

    private Card card(int number, Wire wire, NodeBuilder node) {
        BusAgent busAgent = node.busAgent("card" + number);
        CardAgent agent = node.agent("card" + number, PROCESSOR,
            context -> new CardAgent(new IopBuilder("card" + number, bus, busAgent).window(1 << 20).build(context)));
        Iop iop = node.join(agent.iop());
        int lanTid = iop.install(new NicModule(NicSettings.of("lan", mac(number)), wire.ports().get(0)));
        RuntimeModule module = new RuntimeModule(MEMORY_BYTES, InstanceLimits.STANDARD);
        int tid = iop.install(module);
        Rumour rumour = new Rumour();
        iop.install(rumour);
        IopDriver iopDriver = driver.add(iop.function());
        Station station = engine.add("station" + number, PROCESSOR, context -> new Station(context, wire.ports().get(1)));
        return new Card(number, agent, iopDriver, module, rumour, tid, lanTid, wire, station, engine.tasks(station));
    }

    private void openLan(Card card, HostMemory memory) {
        card.lan = tasks.call(() -> {
            LanOsm[] osm = new LanOsm[1];
            PacketListener listener = (packets, offset, length, _, bucket) -> {
                card.toHost.add(packets.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE));
                osm[0].release(bucket);
            };
            osm[0] = new LanOsm(host, driver, memory, card.driver, card.lanTid, LanSettings.STANDARD, listener, SendListener.NONE);
            return osm[0];
        });
        tasks.run(() -> new LanRecovery(driver, card.driver, card.lan));
        Pending.await(tasks, "the LAN port", card.lan::open);
    }

    Card card(int number) {
        return cards.get(number - 1);
    }

    /** Waits until every change so far is in force. */
    void acknowledge() {
        var acknowledged = router.acknowledged().toCompletableFuture();
        tasks.await("the acknowledgement", acknowledged::isDone);
        acknowledged.join();
    }

    /** Lets time pass: virtual on the modelled engine, real on the live one. */
    void pass(long ns) {
        time.pass(tasks, ns);
    }

    /** Waits for something that any bus agent knows, asking again and again. */
    void await(String what, BooleanSupplier condition) {
        for (int i = 0; i < 20_000; i++) {
            if (condition.getAsBoolean()) {
                return;
            }
            pass(500_000);
        }
        throw new AssertionError("waited for " + what + " in vain\n" + describe());
    }

    /** {@return what the routers have counted, for messages} */
    String describe() {
        StringBuilder text = new StringBuilder();
        for (Card card : cards) {
            try {
                var status = card.runtime.inspect(router.instance(card.number), 0);
                text.append("card ").append(card.number).append(": received ").append(card.received()).append(", ").append(status.state())
                    .append(' ').append(status.failure()).append(' ').append(status.stack());
                status.counters().forEach((name, count) -> text.append(count == 0 ? "" : ", " + name + " " + count));
            } catch (RuntimeException e) {
                text.append("card ").append(card.number).append(": ").append(e.getMessage());
            }
            text.append('\n');
        }
        return text.toString();
    }

    List<byte[]> takeToHost(int number) {
        return tasks.call(() -> {
            List<byte[]> taken = List.copyOf(card(number).toHost);
            card(number).toHost.clear();
            return taken;
        });
    }

    @Override
    public void close() {
        opened.close();
    }
}
