package dev.spine.extension.harness;

import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.device.wire.link.SwitchWire;
import dev.spine.iop.JavaMachine;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.EngineFailedException;
import dev.spine.iop.engine.Tasks;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An engine with nodes, a wire between them, and the test's station on it. One card has a link to the station; several have a switch. */
final class Machine implements AutoCloseable {
    private static final int RECEIVE_BUFFERS = 256;
    private static final long PERIOD_NS = 2_000_000L;
    private static final int MAX_PERIODS = 2_000;

    private final Engine engine;
    private final List<SimulatedCard> cards = new ArrayList<>();
    private final Station station;
    private final Tasks stationTasks;
    private boolean closed;

    Machine(HarnessEngine kind, long seed, List<CardPlan> plans) {
        JavaMachine.tellOnce();
        engine = kind.make(seed);
        Wire wire = plans.size() == 1
            ? new LinkWire("wire", kind.wire(), RECEIVE_BUFFERS, WirePort.ETHERNET_PACKET_BYTES)
            : engine.add("switch", HarnessEngine.PROCESSOR, agent -> new SwitchWire(agent, "wire", plans.size() + 1, kind.wire(),
                RECEIVE_BUFFERS, WirePort.ETHERNET_PACKET_BYTES));
        List<SimulatedNode> nodes = new ArrayList<>();
        for (int i = 0; i < plans.size(); i++) {
            nodes.add(new SimulatedNode(engine, i, plans.get(i), wire.ports().get(i)));
        }
        WirePort last = wire.ports().get(plans.size());
        station = engine.add("station", HarnessEngine.PROCESSOR, agent -> new Station(agent, last));
        stationTasks = engine.tasks(station);
        engine.start();
        try {
            for (SimulatedNode node : nodes) {
                node.boot();
                cards.add(new SimulatedCard(this, node));
            }
            for (SimulatedNode node : nodes) {
                node.loadFirst();
            }
        } catch (RuntimeException | Error e) {
            close(e);
            throw e;
        }
    }

    private void close(Throwable instead) {
        try {
            close();
        } catch (EngineFailedException e) {
            instead.addSuppressed(e);
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

    /** Lets everything happen that is under way; timers of extensions that are further away than a few milliseconds stay set. */
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
        Throwable failure = null;
        try {
            settle();
            cards.forEach(card -> card.node().addLeaks(lines));
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        if (failure == null) {
            close();
        } else {
            close(failure);
        }
        rethrow(failure);
        if (!lines.isEmpty()) {
            throw new LeakError(lines);
        }
    }

    private static void rethrow(@Nullable Throwable failure) {
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }

    @Override
    public void close() {
        closed = true;
        engine.close();
    }
}
