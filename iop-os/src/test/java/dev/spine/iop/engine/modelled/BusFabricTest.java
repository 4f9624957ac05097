package dev.spine.iop.engine.modelled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.BusFabric;
import dev.spine.iop.engine.BusFabric.Topology;
import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.FunctionAgent;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.MemoryBandwidth;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.RelaySystem;
import dev.spine.iop.engine.TestFabric;
import dev.spine.iop.engine.Token;
import dev.spine.iop.engine.WireTiming;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Topology, turns, latencies, channels, alignment and memories of the modelled machine: a word takes 10 ns, a burst of 64 bytes 180 ns. */
class BusFabricTest {
    private static final int BYTES = 640;
    /** 10 bursts of 2 cycles and 160 words, 10 ns each. */
    private static final long BYTES_NS = 1_800;
    private static final DmaTiming ONE_CHANNEL = new DmaTiming(0, 1_000_000_000);
    private static final BusFabric SWITCH = new BusFabric(Topology.SWITCHED, 65_536, 110, 0, 0);

    private final Bus bus = new Bus(18);
    private final Map<Integer, Region> memories = new HashMap<>();

    private static MachineProfile machine(BusFabric fabric, DmaTiming dma, MemoryBandwidth memory) {
        Map<Op, Double> cycles = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            cycles.put(op, op == Op.UNIT ? 1.0 : 0.0);
        }
        ProcessorSpec processor = new ProcessorSpec("fuel alone, 1 GHz", CostTable.ofCycles(1_000_000_000, cycles));
        return MachineProfile.named("test machine").host(processor).iop(processor).bus(new BusTiming(100_000_000, 4, 2, 64, 5)).dma(dma)
            .wire(new WireTiming(1, 0, 0)).fabric(fabric).memory(memory).cardMemoryBytes(1).build();
    }

    private static ModelledEngine engine(BusFabric fabric) {
        return new ModelledEngine(machine(fabric, ONE_CHANNEL, MemoryBandwidth.AMPLE), 1);
    }

    private Region memory(int busAgent) {
        return memories.computeIfAbsent(busAgent, id -> bus.allocate("memory of " + id, new BusAgent(id, "bus agent" + id),
            Access.READ_WRITE, 1 << 20));
    }

    /** A bus agent that moves so many bytes from one memory to another, again and again from a time on, and notes the ends. */
    private List<Long> mover(ModelledEngine engine, int by, int from, int to, int bytes, int times, long atNs) {
        DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions of " + by, 64);
        List<Long> ends = new ArrayList<>();
        DmaEngine dma = new DmaEngine(bus, new BusAgent(by, "bus agent" + by));
        Region source = memory(from);
        Region destination = memory(to);
        int[] left = {times};
        int[] inFlight = new int[1];
        int atOnce = engine.profile().dma().channels();
        engine.add("bus agent" + by, engine.profile().iop(), context -> {
            context.consumes(completions);
            return new FunctionAgent(context, limit -> {
                if (context.nowNs() < atNs) {
                    context.wakeAt(atNs);
                    return 0;
                }
                int done = 0;
                if (completions.poll() != null) {
                    ends.add(context.nowNs());
                    inFlight[0]--;
                    done++;
                }
                while (left[0] > 0 && inFlight[0] < atOnce) {
                    left[0]--;
                    inFlight[0]++;
                    Transfer transfer = new Transfer(1, completions);
                    transfer.clear().add(source.base(), destination.base() + 4096, bytes);
                    context.submit(dma, transfer);
                    done++;
                }
                return done;
            });
        });
        return ends;
    }

    private static void run(ModelledEngine engine) {
        engine.start();
        finish(engine);
    }

    private static void finish(ModelledEngine engine) {
        while (!engine.isIdle()) {
            engine.advanceTo(engine.nowNs() + 1_000);
            assertEquals(List.of(), engine.conservation().broken());
        }
        engine.close();
    }

    // --- topology

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    @Tag("SS-12")
    void aSwitchMovesAsMuchAsAllPairsTogetherWhereABusMovesAsMuchAsOne(int pairs) {
        Map<Topology, Long> last = new EnumMap<>(Topology.class);
        for (Topology topology : Topology.values()) {
            ModelledEngine engine = engine(new BusFabric(topology, 65_536, 110, 0, 0));
            List<List<Long>> ends = new ArrayList<>();
            for (int pair = 0; pair < pairs; pair++) {
                ends.add(mover(engine, 1 + 2 * pair, 1 + 2 * pair, 2 + 2 * pair, BYTES, 100, 0));
            }
            run(engine);
            last.put(topology, ends.stream().mapToLong(List::getLast).max().orElseThrow());
        }
        assertEquals(100L * pairs * BYTES_NS, last.get(Topology.SHARED));
        assertEquals(100L * (BYTES_NS + 110), last.get(Topology.SWITCHED));
    }

    @Test
    @Tag("SS-12")
    void aSwitchDoesNotLowerTheLatencyOfOneAccess() {
        ModelledEngine shared = engine(BusFabric.PLAIN);
        List<Long> onBus = mover(shared, 1, 1, 2, BYTES, 1, 0);
        run(shared);
        ModelledEngine switched = engine(SWITCH);
        List<Long> throughSwitch = mover(switched, 1, 1, 2, BYTES, 1, 0);
        run(switched);
        assertEquals(List.of(BYTES_NS), onBus);
        assertEquals(List.of(BYTES_NS + 110), throughSwitch);
    }

    /** An agent of bus agent 1 that writes a word to the host's memory at a time. */
    private void writer(ModelledEngine engine, String path, long atNs) {
        DmaEngine dma = new DmaEngine(bus, new BusAgent(1, "box1"));
        boolean[] done = new boolean[1];
        engine.add(path, engine.profile().iop(), context -> new FunctionAgent(context, limit -> {
            if (context.nowNs() < atNs) {
                context.wakeAt(atNs);
                return 0;
            }
            if (done[0]) {
                return 0;
            }
            done[0] = true;
            context.programmedIo(dma, BusAgent.host(), 4);
            return 1;
        }));
    }

    @Test
    void bothLinksOfAnAccessAreTakenByTheAgentThatHasMadeIt() {
        ModelledEngine engine = engine(SWITCH);
        Map<String, List<String>> users = new TreeMap<>();
        engine.observe(new EngineObserver() {
            @Override
            public void onBusHeld(String link, String by, long requestedPs, long fromPs, long toPs) {
                users.computeIfAbsent(link.substring(link.indexOf(' ') + 1), _ -> new ArrayList<>()).add(by);
            }
        });
        writer(engine, "node0/first", 0);
        writer(engine, "node0/second", 1_000);
        run(engine);
        List<String> both = List.of("node0/first", "node0/second");
        assertEquals(Map.of("link from bus agent 1", both, "link to bus agent 0", both), users);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void manyWhoSendToOneShareItsLink(int senders) {
        ModelledEngine engine = engine(SWITCH);
        List<List<Long>> ends = new ArrayList<>();
        for (int busAgent = 1; busAgent <= senders; busAgent++) {
            ends.add(mover(engine, busAgent, busAgent, 0, BYTES, 200, 0));
        }
        run(engine);
        long last = ends.stream().mapToLong(List::getLast).max().orElseThrow();
        assertEquals(1, last / (200.0 * senders * BYTES_NS), 0.02);
        for (List<Long> one : ends) {
            assertEquals(1, one.getLast() / (double) last, 0.02);
        }
    }

    @Test
    void bothDirectionsOfALinkAreUsedAtOnce() {
        ModelledEngine engine = engine(SWITCH);
        List<Long> there = mover(engine, 1, 1, 2, BYTES, 50, 0);
        List<Long> back = mover(engine, 2, 2, 1, BYTES, 50, 0);
        run(engine);
        assertEquals(50 * (BYTES_NS + 110), there.getLast());
        assertEquals(50 * (BYTES_NS + 110), back.getLast());
    }

    // --- turns

    private static BusFabric turns(int bytes) {
        return new BusFabric(Topology.SHARED, bytes, 0, 0, 0);
    }

    @Test
    void whoIsAloneOnABusWithTurnsIsAsFastAsWithout() {
        ModelledEngine engine = engine(turns(64));
        List<Long> ends = mover(engine, 1, 1, 0, 65_536, 3, 0);
        run(engine);
        long chunkNs = 1_024 * 180;
        assertEquals(List.of(chunkNs, 2 * chunkNs, 3 * chunkNs), ends);
    }

    @Test
    void aShortTransferWaitsForATurnAndNotForAChunk() {
        for (int turn : new int[] {64, 256, 1_024}) {
            ModelledEngine engine = engine(turns(turn));
            List<Long> large = mover(engine, 1, 1, 0, 65_536, 1, 0);
            List<Long> small = mover(engine, 2, 2, 0, 64, 1, 10_000);
            run(engine);
            long turnNs = turn / 64 * 180L;
            long begun = (10_000 + turnNs - 1) / turnNs * turnNs;
            assertEquals(List.of(begun + 180), small, "turns of " + turn);
            assertEquals(List.of(1_025 * 180L), large);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void busAgentsThatAlwaysWaitHaveTheSamePartOfABusWithTurnsWhateverTheySend(int senders) {
        ModelledEngine engine = engine(turns(64));
        for (int busAgent = 1; busAgent <= senders; busAgent++) {
            mover(engine, busAgent, busAgent, 0, 1_024 << busAgent, 1_000_000, 0);
        }
        engine.start();
        long endNs = 20_000_000;
        engine.advanceTo(endNs);
        double expected = endNs / 180.0 * 64 / senders;
        for (int busAgent = 1; busAgent <= senders; busAgent++) {
            long moved = bus.account(new BusAgent(busAgent, "bus agent" + busAgent)).snapshot().dataBytes();
            assertEquals(1, moved / expected, 0.02, "bus agent " + busAgent);
        }
        assertEquals(endNs, engine.busHeldNs(bus));
        assertEquals(List.of(), engine.conservation().broken());
    }

    // --- latencies

    @Test
    void aReadWaitsForItsFirstByteOnceForEachWindowAndAWriteDoesNot() {
        MachineProfile machine = machine(new BusFabric(Topology.SHARED, 65_536, 0, 0, 500), new DmaTiming(0, 1_000_000_000, 1, 1, 256),
            MemoryBandwidth.AMPLE);
        ModelledEngine engine = new ModelledEngine(machine, 1);
        List<Long> write = mover(engine, 1, 1, 2, BYTES, 1, 0);
        List<Long> read = mover(engine, 3, 4, 3, BYTES, 1, 100_000);
        run(engine);
        assertEquals(List.of(BYTES_NS), write);
        assertEquals(List.of(100_000 + 3 * 500 + BYTES_NS), read);
    }

    @Test
    void theBusIsFreeWhileAReadWaits() {
        MachineProfile machine = machine(new BusFabric(Topology.SHARED, 65_536, 0, 0, 5_000), ONE_CHANNEL, MemoryBandwidth.AMPLE);
        ModelledEngine engine = new ModelledEngine(machine, 1);
        List<Long> read = mover(engine, 1, 2, 1, BYTES, 1, 0);
        List<Long> write = mover(engine, 3, 3, 4, BYTES, 2, 0);
        run(engine);
        assertEquals(List.of(BYTES_NS, 2 * BYTES_NS), write);
        assertEquals(List.of(5_000 + BYTES_NS), read);
    }

    @Test
    @Tag("SS-13")
    @Tag("SS-58")
    void theBridgeToTheHostsMemoryDelaysAWriteOnceAndAReadTwiceAndNothingBetweenCards() {
        MachineProfile machine = machine(new BusFabric(Topology.SHARED, 65_536, 0, 70, 0), ONE_CHANNEL, MemoryBandwidth.AMPLE);
        ModelledEngine engine = new ModelledEngine(machine, 1);
        List<Long> write = mover(engine, 1, 1, 0, BYTES, 1, 0);
        List<Long> read = mover(engine, 2, 0, 2, BYTES, 1, 100_000);
        List<Long> between = mover(engine, 3, 3, 4, BYTES, 1, 200_000);
        run(engine);
        assertEquals(List.of(BYTES_NS + 70), write);
        assertEquals(List.of(100_000 + 140 + BYTES_NS), read);
        assertEquals(List.of(200_000 + BYTES_NS), between);
    }

    // --- DMA engines

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 16})
    void channelsOverlapTheirSetUpUntilTheBusIsFull(int channels) {
        MachineProfile machine = machine(BusFabric.PLAIN, new DmaTiming(5_400, 1_000_000_000, channels, 1, 65_536), MemoryBandwidth.AMPLE);
        ModelledEngine engine = new ModelledEngine(machine, 1);
        List<Long> ends = mover(engine, 1, 1, 0, BYTES, 1_000, 0);
        run(engine);
        double perTransferNs = Math.max(BYTES_NS, (5_400.0 + BYTES_NS) / channels);
        assertEquals(1, ends.getLast() / (1_000 * perTransferNs), 0.02);
    }

    @Test
    void whatIsNotAlignedCrossesTheBusToo() {
        Region own = memory(1);
        Region host = memory(0);
        Map<String, Long> took = new TreeMap<>();
        for (int offset : new int[] {0, 4, 60}) {
            ModelledEngine engine = new ModelledEngine(machine(BusFabric.PLAIN, new DmaTiming(0, 1_000_000_000, 1, 64, 65_536),
                MemoryBandwidth.AMPLE), 1);
            DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions", 4);
            DmaEngine dma = new DmaEngine(bus, new BusAgent(1, "box1"));
            FunctionAgent agent = engine.add("box1", engine.profile().iop(), context -> new FunctionAgent(context, limit -> 0));
            engine.start();
            engine.tasks(agent).run(() -> {
                Transfer transfer = new Transfer(1, completions);
                transfer.clear().add(own.base() + offset, host.base(), 128);
                agent.context().submit(dma, transfer);
            });
            finish(engine);
            took.put("offset " + offset, engine.busHeldNs(bus));
        }
        assertEquals(Map.of("offset 0", 360L, "offset 4", 540L, "offset 60", 540L), took);
    }

    @Test
    void transfersOfManyChannelsAreCheckedAgainWhenARegionHasGone() {
        MachineProfile machine = machine(BusFabric.PLAIN, new DmaTiming(0, 1_000_000_000, 2, 1, 65_536), MemoryBandwidth.AMPLE);
        ModelledEngine engine = new ModelledEngine(machine, 1);
        BusAgent card = new BusAgent(1, "box1");
        Region own = bus.allocate("card", card, Access.OWNER, 1 << 18);
        Region open = bus.allocate("open", BusAgent.host(), Access.READ_WRITE, 1 << 18);
        DmaEngine dma = new DmaEngine(bus, card);
        DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions", 4);
        FunctionAgent agent = engine.add("box1", engine.profile().iop(), context -> new FunctionAgent(context, limit -> 0));
        engine.start();
        Transfer first = new Transfer(1, completions);
        Transfer second = new Transfer(1, completions);
        engine.tasks(agent).run(() -> {
            first.clear().add(own.base(), open.base(), 1 << 18);
            agent.context().submit(dma, first);
        });
        engine.advanceTo(200_000);
        bus.remove(open);
        bus.addAt("closed", BusAgent.host(), Access.OWNER, open.base(), open.memory());
        engine.tasks(agent).run(() -> {
            second.clear().add(own.base(), own.base() + 4096, 64);
            agent.context().submit(dma, second);
        });
        finish(engine);
        assertEquals(Transfer.Outcome.DONE, second.outcome());
        assertEquals(Transfer.Outcome.NO_RIGHT, first.outcome());
    }

    // --- memories

    @Test
    void aSlowMemoryHoldsTheBus() {
        MachineProfile machine = machine(BusFabric.PLAIN, ONE_CHANNEL, new MemoryBandwidth(64_000_000, 640_000_000, 0));
        ModelledEngine engine = new ModelledEngine(machine, 1);
        List<Long> fromCard = mover(engine, 1, 1, 0, BYTES, 1, 0);
        run(engine);
        assertEquals(List.of(10_000L), fromCard);
        assertEquals(10_000, engine.busHeldNs(bus));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 50, 100})
    @Tag("SS-58")
    void aWorkingProcessorLosesThePartOfItsMemorysTimeThatDmaTakes(int percent) {
        // 640 bytes take 2,000 ns of a card's memory.
        MachineProfile machine = machine(BusFabric.PLAIN, ONE_CHANNEL, new MemoryBandwidth(320_000_000, 1_000_000_000, percent));
        ModelledEngine engine = new ModelledEngine(machine, 1);
        Region own = memory(1);
        Region host = memory(0);
        DmaEngine dma = new DmaEngine(bus, new BusAgent(1, "box1"));
        DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions", 4);
        DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 4);
        List<Long> steps = new ArrayList<>();
        FunctionAgent agent = engine.add("box1", engine.profile().iop(), context -> {
            context.consumes(list);
            return new FunctionAgent(context, limit -> {
                if (list.poll() == null) {
                    return 0;
                }
                steps.add(context.nowNs());
                return 1;
            });
        });
        engine.start();
        engine.tasks(agent).run(() -> {
            Transfer transfer = new Transfer(1, completions);
            transfer.clear().add(own.base(), host.base(), BYTES);
            agent.context().submit(dma, transfer);
            agent.context().deliver(list, new Token(0));
            agent.context().charge(Op.UNIT, 10_000);
        });
        finish(engine);
        assertEquals(List.of(10_000L + 2_000 * percent / 100), steps);
    }

    // --- all

    @ParameterizedTest
    @EnumSource(TestFabric.class)
    void theSameSeedGivesTheSameRunOnEveryKindOfBus(TestFabric fabric) {
        List<Long> digests = new ArrayList<>();
        List<Map<String, List<Integer>>> traces = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            ModelledEngine engine = new ModelledEngine(fabric.machine(), 7);
            traces.add(new RelaySystem(engine, 100, 0, 1, 2, 3, 4, 5).run());
            digests.add(engine.digest());
        }
        assertEquals(digests.getFirst(), digests.getLast());
        assertEquals(traces.getFirst(), traces.getLast());
    }

    @Test
    void impossibleFabricsAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> turns(0));
        assertThrows(IllegalArgumentException.class, () -> turns(65_537));
        assertThrows(IllegalArgumentException.class, () -> new BusFabric(Topology.SHARED, 64, -1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new DmaTiming(0, 1, 0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new DmaTiming(0, 1, 65, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new MemoryBandwidth(1, 1, 101));
        assertTrue(new MemoryBandwidth(1, 1, 100).stolenPercent() == 100);
    }
}
