package dev.spine.extension.harness;

import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.device.wire.link.SwitchWire;
import dev.spine.iop.JavaMachine;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.Tasks;
import dev.spine.node.Opened;
import dev.spine.node.PlainMachine;
import java.util.ArrayList;
import java.util.List;

/** An engine with nodes, a wire between them, and the test's station on it. One card has a link to the station; several have a switch. */
final class Machine implements AutoCloseable {
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
        JavaMachine.notifyOnce();
        engine = kind.make(seed);
        Wire wire = plans.size() == 1
            ? new LinkWire("wire", kind.wire(), RECEIVE_BUFFERS, WirePort.ETHERNET_PACKET_BYTES)
            : engine.add("switch", PlainMachine.PROCESSOR, agent -> new SwitchWire(agent, "wire", plans.size() + 1, kind.wire(),
                RECEIVE_BUFFERS, WirePort.ETHERNET_PACKET_BYTES));
        List<SimulatedNode> nodes = new ArrayList<>();
        for (int i = 0; i < plans.size(); i++) {
            nodes.add(new SimulatedNode(engine, i, plans.get(i), wire.ports().get(i)));
        }
        WirePort last = wire.ports().get(plans.size());
        station = engine.add("station", PlainMachine.PROCESSOR, agent -> new Station(agent, last));
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
