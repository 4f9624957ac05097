package dev.spine.device.wire.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.Frames;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Two nodes of a modelled engine that send each other frames: with faults that are the same whatever executes them. */
class FaultyNodesTest {
    private static final long SEED = Long.getLong("spine.seed", 1);
    private static final long END_NS = 20_000_000;
    private static final int FRAMES = 1_000;
    private static final WireTiming TIMING = new WireTiming(100_000_000, 1_000, 24);
    private static final ProcessorSpec PROCESSOR = new ProcessorSpec("one cycle per operation", CostTable.ofCycles(100_000_000,
        Arrays.stream(Op.values()).collect(Collectors.toMap(op -> op, _ -> 1.0))));

    /** Sends frames as fast as the wire takes them, then waits a little; notes what arrives. */
    private static final class Talker implements Agent {
        private static final int BURST = 50;
        private static final long PAUSE_NS = 400_000;

        private final AgentContext agent;
        private final WirePort port;
        private final StringBuilder heard = new StringBuilder();
        private final MemorySegment frame = Frames.frame(1, 2, 0, 64);
        private int sent;
        private long nextNs;

        Talker(AgentContext agent, WirePort port) {
            this.agent = agent;
            this.port = port;
            port.attach(agent);
        }

        @Override
        public String roleName() {
            return agent.path();
        }

        @Override
        public int doWork(int limit) {
            agent.charge(Op.POLL);
            int work = 0;
            for (Packet packet = port.receive(agent); packet != null; packet = port.receive(agent)) {
                heard.append(agent.nowNs()).append(' ').append(Frames.number(packet.memory(), packet.offset())).append('\n');
                packet.release(agent);
                work++;
            }
            while (sent < FRAMES && nextNs <= agent.nowNs()) {
                Frames.renumber(frame, sent);
                if (!port.trySend(agent, frame, 0, 64)) {
                    nextNs = port.sendableAtNs(agent);
                    break;
                }
                agent.charge(Op.SEND_PACKET);
                nextNs = ++sent % BURST == 0 ? agent.nowNs() + PAUSE_NS : agent.nowNs();
                work++;
            }
            if (sent < FRAMES) {
                agent.wakeAt(nextNs);
            }
            return work;
        }
    }

    /** A run: its digest, what both nodes have heard and counted. */
    private record Outcome(long digest, String heard, String counted) {
        static Outcome of(UnaryOperator<Wire> around, int threads) {
            MachineProfile profile = MachineProfile.named("test machine").host(PROCESSOR).iop(PROCESSOR)
                .bus(new BusTiming(100_000_000, 4, 2, 64, 5)).dma(new DmaTiming(100, 1_000_000_000)).wire(TIMING)
                .cardMemoryBytes(1 << 20).source("bus.clockHz", "assumed").build();
            try (ModelledEngine engine = new ModelledEngine(profile, SEED)) {
                Wire wire = around.apply(new LinkWire("cable", TIMING, 64, WirePort.ETHERNET_PACKET_BYTES));
                List<Talker> talkers = new ArrayList<>();
                List<AgentContext> contexts = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    WirePort port = wire.ports().get(i);
                    talkers.add(engine.add("node" + i + "/talker", PROCESSOR, agent -> {
                        contexts.add(agent);
                        return new Talker(agent, port);
                    }));
                }
                engine.start();
                if (threads == 0) {
                    engine.advanceTo(END_NS);
                } else {
                    engine.advanceTo(END_NS, threads);
                }
                assertEquals(List.of(), engine.conservation().broken());
                talkers.forEach(talker -> assertEquals(FRAMES, talker.sent));
                return new Outcome(engine.digest(), talkers.get(0).heard + "\n" + talkers.get(1).heard,
                    contexts.get(0).counters() + " " + contexts.get(1).counters());
            }
        }
    }

    private static Wire faulty(Wire wire, long seed) {
        WireFaults faults = WireFaults.builder().lost(0.02).repeated(0.05).delayed(0.05, 3).within(50_000).build();
        WireFaults others = WireFaults.builder().lostInBursts(0.05, 3).delayed(0.05, 0).within(30_000).damaged(0.01).build();
        return FaultyWire.around(wire).seed(seed).sent(faults).received(0, others).build();
    }

    @Test
    void theNumberOfThreadsChangesNothing() {
        Outcome serial = Outcome.of(wire -> faulty(wire, SEED), 0);
        assertTrue(serial.counted.contains("faults sent=lost ") && serial.counted.contains("faults received=lost "), serial.counted);
        for (int threads : new int[] {1, 2}) {
            assertEquals(serial, Outcome.of(wire -> faulty(wire, SEED), threads), threads + " threads");
        }
    }

    @Test
    void anotherSeedIsAnotherRun() {
        assertNotEquals(Outcome.of(wire -> faulty(wire, SEED), 2).digest, Outcome.of(wire -> faulty(wire, SEED + 1), 2).digest);
    }

    @Test
    void aWireWithoutFaultsIsTheWireItself() {
        Outcome bare = Outcome.of(wire -> wire, 2);
        assertEquals(bare, Outcome.of(wire -> FaultyWire.around(wire).seed(SEED).build(), 2));
        assertEquals(2L * FRAMES, bare.heard.lines().filter(line -> !line.isEmpty()).count());
    }
}
