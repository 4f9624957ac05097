package dev.spine.extension.harness;

import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.fault.FaultyWire;
import dev.spine.device.wire.link.CrossbarWire;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.device.wire.link.SwitchWire;
import dev.spine.iop.JavaMachine;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.Tasks;
import dev.spine.node.Opened;
import dev.spine.node.PlainMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * An engine with nodes, a wire between them, and the test's station on it. One card has a link to the station;
 * several have a switch or a crossbar.
 */
final class Machine implements AutoCloseable {
    private static final String STATION = "station";
    private static final int RECEIVE_BUFFERS = 256;
    private static final long PERIOD_NS = 2_000_000L;
    private static final int MAX_PERIODS = 2_000;

    private final Engine engine;
    private final List<SimulatedCard> cards = new ArrayList<>();
    private final Station station;
    private final Tasks stationTasks;
    private final Opened opened;
    private boolean closed;

    Machine(HarnessEngine kind, long seed, List<CardPlan> plans) {
        this(kind, seed, plans, plans.size() == 1 ? Machine::link : Machine::atSwitch);
    }

    private Machine(HarnessEngine kind, long seed, List<CardPlan> plans, Connection connection) {
        JavaMachine.notifyOnce();
        engine = kind.make(seed);
        Wire wire = faulty(connection.make(kind, engine, plans.size() + 1), seed, plans);
        List<SimulatedNode> nodes = new ArrayList<>();
        for (int i = 0; i < plans.size(); i++) {
            nodes.add(new SimulatedNode(engine, i, plans.get(i), wire.ports().get(i)));
        }
        WirePort last = wire.ports().get(plans.size());
        station = engine.add(STATION, PlainMachine.PROCESSOR, agent -> new Station(agent, last));
        stationTasks = engine.tasks(station);
        try (Opened starting = new Opened()) {
            starting.add(engine::close);
            engine.start();
            for (SimulatedNode node : nodes) {
                node.boot();
                cards.add(new SimulatedCard(this, node));
            }
            for (SimulatedNode node : nodes) {
                node.loadFirst();
            }
            opened = starting.handOver();
        }
    }

    /** Nodes at a crossbar, which is there in virtual time only. */
    static Machine atCrossbar(long seed, List<CardPlan> plans) {
        return new Machine(HarnessEngine.MODELLED, seed, plans, Machine::crossbar);
    }

    /** A wire with some ports, the last of which is the station's. */
    private interface Connection {
        Wire make(HarnessEngine kind, Engine engine, int ports);
    }

    private static Wire link(HarnessEngine kind, Engine engine, int ports) {
        return new LinkWire("wire", kind.wire(), RECEIVE_BUFFERS, WirePort.ETHERNET_PACKET_BYTES);
    }

    private static Wire atSwitch(HarnessEngine kind, Engine engine, int ports) {
        return engine.add("switch", PlainMachine.PROCESSOR, agent -> new SwitchWire(agent, "wire", ports, kind.wire(), RECEIVE_BUFFERS,
            WirePort.ETHERNET_PACKET_BYTES));
    }

    private static Wire crossbar(HarnessEngine kind, Engine engine, int ports) {
        CrossbarWire wire = new CrossbarWire("wire", LongStream.range(0, ports).map(SimulatedNode::hardwareAddress).boxed().toList(),
            kind.wire(), RECEIVE_BUFFERS, WirePort.ETHERNET_PACKET_BYTES);
        for (int i = 0; i < ports; i++) {
            int port = i;
            // The station belongs to no node, and so must its output, which is as near to it as those of nodes are to their cards.
            String path = i == ports - 1 ? STATION + "-output" : SimulatedNode.path(i) + "/output";
            engine.add(path, PlainMachine.PROCESSOR, agent -> wire.output(port, agent));
        }
        return wire;
    }

    private static Wire faulty(Wire wire, long seed, List<CardPlan> plans) {
        FaultyWire.Builder faulty = FaultyWire.around(wire).seed(seed);
        for (int i = 0; i < plans.size(); i++) {
            faulty.sent(i, plans.get(i).faults());
        }
        return faulty.build();
    }

    List<SimulatedCard> cards() {
        return List.copyOf(cards);
    }

    Engine engine() {
        return engine;
    }

    void inject(byte[] frame) {
        stationTasks.run(() -> station.send(frame));
    }

    List<byte[]> takeReceived() {
        return stationTasks.call(station::takeReceived);
    }

    void awaitReceived(int atLeast) {
        stationTasks.await(atLeast + " frames at the other end of the wire", () -> station.received() >= atLeast);
    }

    /** Lets everything happen that is in flight; timers of extensions that are further away than a few milliseconds stay set. */
    void settle() {
        List<Long> before = null;
        for (int i = 0; i < MAX_PERIODS; i++) {
            List<Long> now = progress();
            if (now.equals(before) && now.stream().allMatch(value -> value >= 0)) {
                return;
            }
            before = now;
            cards.getFirst().node().pass(PERIOD_NS);
        }
        throw new AssertionError("the card does not come to rest: extensions still work after " + PERIOD_NS * MAX_PERIODS / 1_000_000
            + " ms; wait for a condition instead");
    }

    private List<Long> progress() {
        List<Long> values = new ArrayList<>();
        values.add(stationTasks.call(() -> station.waiting() > 0 ? -1L : (long) station.received()));
        cards.forEach(card -> card.node().addProgress(values));
        return values;
    }

    /** Looks for what is left, then closes. Of several cards, the first one that is closed closes all. */
    void closeAndCheck() {
        if (closed) {
            return;
        }
        List<String> lines = new ArrayList<>();
        try (Machine _ = this) {
            settle();
            cards.forEach(card -> card.node().addLeaks(lines));
        }
        if (!lines.isEmpty()) {
            throw new LeakError(lines);
        }
    }

    @Override
    public void close() {
        closed = true;
        opened.close();
    }
}
