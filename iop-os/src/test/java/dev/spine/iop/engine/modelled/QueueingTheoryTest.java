package dev.spine.iop.engine.modelled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.FunctionAgent;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.WireTiming;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The modelled machine waits as queueing theory says. Arrivals are Poisson's, from a fixed seed, so that each run gives the same figures; a
 * mean waiting time is that of enough arrivals to be within 2 % of the closed form.
 */
@Tag("full")
class QueueingTheoryTest {
    private static final double TOLERANCE = 0.02;
    private static final int CARDS = 64;
    private static final int BYTES = 640;
    /** 10 bursts of 2 cycles and 160 words, 10 ns each: what a transfer of 640 bytes takes on the bus of the test machine. */
    private static final long BUS_NS = 1_800;
    private static final long SETUP_NS = 200;
    private static final long WORK_NS = 2_000;

    /** Fuel alone costs something: 1 ns. */
    private static ProcessorSpec processor() {
        Map<Op, Double> cycles = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            cycles.put(op, op == Op.UNIT ? 1.0 : 0.0);
        }
        return new ProcessorSpec("fuel alone, 1 GHz", CostTable.ofCycles(1_000_000_000, cycles));
    }

    private static MachineProfile machine(long setupNs) {
        return MachineProfile.named("test machine").host(processor()).iop(processor()).bus(new BusTiming(100_000_000, 4, 2, 64, 5))
            .dma(new DmaTiming(setupNs, 1_000_000_000)).wire(new WireTiming(1, 0, 0)).cardMemoryBytes(1).build();
    }

    /** Few at low load, more where waiting times hang together. */
    private static int arrivals(double load) {
        return load > 0.75 ? 1_000_000 : 400_000;
    }

    private static double exponential(SplittableRandom random, double mean) {
        return -mean * Math.log1p(-random.nextDouble());
    }

    /** Waiting time of M/D/1 (Pollaczek and Khinchine), service time 1 / mu: rho / (2 mu (1 - rho)). */
    private static double waitMd1(double load, double serviceNs) {
        return load * serviceNs / (2 * (1 - load));
    }

    /** Waiting time of M/M/1: rho / (mu (1 - rho)). */
    private static double waitMm1(double load, double serviceNs) {
        return load * serviceNs / (1 - load);
    }

    private static void assertNear(double expected, double found, String what) {
        assertEquals(1, found / expected, TOLERANCE, () -> what + ": " + found + ", not " + expected);
    }

    /** An agent that does something at each arrival of a Poisson process, so many times. */
    private static void arrivals(ModelledEngine engine, double meanNs, int count, Arrival arrival) {
        SplittableRandom random = new SplittableRandom(engine.seed());
        double[] next = {1_000 + exponential(random, meanNs)};
        int[] left = {count};
        engine.add("source", processor(), context -> {
            return new FunctionAgent(context, limit -> {
                if (left[0] == 0) {
                    return 0;
                }
                if (context.nowNs() < (long) next[0]) {
                    context.wakeAt((long) next[0]);
                    return 0;
                }
                arrival.at(context);
                next[0] += exponential(random, meanNs);
                if (--left[0] > 0) {
                    context.wakeAt((long) next[0]);
                }
                return 1;
            });
        });
    }

    private interface Arrival {
        void at(AgentContext source);
    }

    /** Something that waits for a processor. */
    private static final class Job {
        long atNs;
    }

    /** Jobs for a processor: each takes as long as asked for, and then goes on. */
    private static double[] serve(ModelledEngine engine, String path, DeliveryList<Job> jobs, LongSupplier serviceNs, ArrayDeque<Job> free,
            DeliveryList<Job> next) {
        double[] waited = new double[1];
        engine.add(path, processor(), context -> {
            context.consumes(jobs);
            return new FunctionAgent(context, limit -> {
                Job job = jobs.poll();
                if (job == null) {
                    return 0;
                }
                waited[0] += context.nowNs() - job.atNs;
                context.charge(Op.UNIT, serviceNs.getAsLong());
                job.atNs = context.nowNs();
                if (next == null) {
                    free.add(job);
                } else {
                    context.deliver(next, job);
                }
                return 1;
            });
        });
        return waited;
    }

    private static void arrive(AgentContext source, DeliveryList<Job> jobs, ArrayDeque<Job> free) {
        Job job = free.isEmpty() ? new Job() : free.poll();
        job.atNs = source.nowNs();
        source.deliver(jobs, job);
    }

    private static void runToEnd(ModelledEngine engine) {
        engine.start();
        while (!engine.isIdle()) {
            engine.advanceTo(engine.nowNs() + 1_000_000_000L);
        }
        assertEquals(List.of(), engine.conservation().broken());
    }

    /** Transfers of one size from cards to the host that arrive by Poisson's process, each at one of so many DMA engines. */
    private static double meanWaitOfTransfers(int cards, long setupNs, double load) {
        try (ModelledEngine engine = new ModelledEngine(machine(setupNs), 1)) {
            Bus bus = new Bus(1 + cards);
            Region host = bus.allocate("host", BusAgent.host(), Access.READ_WRITE, BYTES);
            List<DmaEngine> engines = new ArrayList<>();
            List<Region> memories = new ArrayList<>();
            for (int card = 1; card <= cards; card++) {
                BusAgent busAgent = new BusAgent(card, "iop" + card);
                engines.add(new DmaEngine(bus, busAgent));
                memories.add(bus.allocate(busAgent.name(), busAgent, Access.OWNER, BYTES));
            }
            DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions", 4096);
            ArrayDeque<Transfer> free = new ArrayDeque<>();
            double[] sojourn = new double[1];
            engine.add("sink", processor(), context -> {
                context.consumes(completions);
                return new FunctionAgent(context, limit -> {
                    Transfer ended = completions.poll();
                    if (ended == null) {
                        return 0;
                    }
                    sojourn[0] += context.nowNs() - ended.tag();
                    free.add(ended);
                    return 1;
                });
            });
            int count = arrivals(load);
            int[] turn = new int[1];
            double serviceNs = setupNs + BUS_NS;
            arrivals(engine, serviceNs / load, count, source -> {
                Transfer transfer = free.isEmpty() ? new Transfer(1, completions) : free.poll();
                int card = turn[0]++ % cards;
                transfer.clear().add(memories.get(card).base(), host.base(), BYTES);
                transfer.tag(source.nowNs());
                source.submit(engines.get(card), transfer);
            });
            runToEnd(engine);
            assertEquals(count * BUS_NS, engine.busHeldNs(bus));
            return sojourn[0] / count - serviceNs;
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.5, 0.7, 0.8})
    void aBusWithPoissonArrivalsWaitsAsMd1(double load) {
        assertNear(waitMd1(load, BUS_NS), meanWaitOfTransfers(CARDS, 0, load), "mean wait for the bus, ns");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.5, 0.7, 0.8})
    void aDmaEngineWithPoissonArrivalsWaitsAsMd1(double load) {
        assertNear(waitMd1(load, SETUP_NS + BUS_NS), meanWaitOfTransfers(1, SETUP_NS, load), "mean wait for the DMA engine, ns");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.5, 0.7, 0.8})
    void aProcessorWithPoissonArrivalsWaitsAsMd1(double load) {
        try (ModelledEngine engine = new ModelledEngine(machine(0), 1)) {
            DeliveryList<Job> jobs = DeliveryList.singleProducer("jobs", 4096);
            ArrayDeque<Job> free = new ArrayDeque<>();
            double[] waited = serve(engine, "server", jobs, () -> WORK_NS, free, null);
            arrivals(engine, WORK_NS / load, arrivals(load), source -> arrive(source, jobs, free));
            runToEnd(engine);
            assertNear(waitMd1(load, WORK_NS), waited[0] / arrivals(load), "mean wait for the processor, ns");
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.5, 0.7})
    void aProcessorWithRandomServiceTimesWaitsAsMm1(double load) {
        try (ModelledEngine engine = new ModelledEngine(machine(0), 1)) {
            DeliveryList<Job> jobs = DeliveryList.singleProducer("jobs", 4096);
            ArrayDeque<Job> free = new ArrayDeque<>();
            SplittableRandom random = new SplittableRandom(2);
            double[] waited = serve(engine, "server", jobs, () -> Math.round(exponential(random, WORK_NS)), free, null);
            int count = 2 * arrivals(load);
            arrivals(engine, WORK_NS / load, count, source -> arrive(source, jobs, free));
            runToEnd(engine);
            assertNear(waitMm1(load, WORK_NS), waited[0] / count, "mean wait for the processor, ns");
        }
    }

    @Test
    void twoProcessorsInARowWaitAsTwoMm1() {
        double firstLoad = 0.5;
        double secondLoad = 0.7;
        try (ModelledEngine engine = new ModelledEngine(machine(0), 1)) {
            DeliveryList<Job> jobs = DeliveryList.singleProducer("jobs", 4096);
            DeliveryList<Job> passed = DeliveryList.singleProducer("passed on", 4096);
            ArrayDeque<Job> free = new ArrayDeque<>();
            SplittableRandom first = new SplittableRandom(2);
            SplittableRandom second = new SplittableRandom(3);
            double[] waitedFirst = serve(engine, "first", jobs, () -> Math.round(exponential(first, WORK_NS)), free, passed);
            double secondNs = WORK_NS / firstLoad * secondLoad;
            double[] waitedSecond = serve(engine, "second", passed, () -> Math.round(exponential(second, secondNs)), free, null);
            int count = 2 * arrivals(secondLoad);
            arrivals(engine, WORK_NS / firstLoad, count, source -> arrive(source, jobs, free));
            runToEnd(engine);
            assertNear(waitMm1(firstLoad, WORK_NS), waitedFirst[0] / count, "mean wait for the first, ns");
            // What leaves an M/M/1 is Poisson's again (Burke).
            assertNear(waitMm1(secondLoad, secondNs), waitedSecond[0] / count, "mean wait for the second, ns");
        }
    }

    @Test
    void behindASlowerProcessorWithFixedTimesNobodyWaits() {
        try (ModelledEngine engine = new ModelledEngine(machine(0), 1)) {
            DeliveryList<Job> jobs = DeliveryList.singleProducer("jobs", 4096);
            DeliveryList<Job> passed = DeliveryList.singleProducer("passed on", 4096);
            ArrayDeque<Job> free = new ArrayDeque<>();
            serve(engine, "first", jobs, () -> WORK_NS, free, passed);
            double[] waited = serve(engine, "second", passed, () -> WORK_NS - 1, free, null);
            arrivals(engine, WORK_NS / 0.9, 50_000, source -> arrive(source, jobs, free));
            runToEnd(engine);
            assertEquals(0, waited[0]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 16})
    @Tag("SS-10")
    void aBusWithManyCardsMovesWhatItsChunksAndOverheadsAllowAndIsSharedEvenly(int cards) {
        long setupNs = 3_000;
        int bytes = 1_500;
        // 24 bursts of 2 cycles and 375 words, 10 ns each.
        double chunkNs = 4_230;
        long endNs = 50_000_000;
        try (ModelledEngine engine = new ModelledEngine(machine(setupNs), 1)) {
            Bus bus = new Bus(1 + cards);
            Region host = bus.allocate("host", BusAgent.host(), Access.READ_WRITE, bytes);
            long[] moved = new long[cards];
            for (int card = 0; card < cards; card++) {
                mover(engine, bus, card, host, bytes, moved);
            }
            engine.start();
            engine.advanceTo(endNs);
            // Set-up and bus overlap among cards: the bus is full, or each card goes at its own pace.
            double expected = Math.min(1 / chunkNs, cards / (setupNs + chunkNs));
            assertNear(expected, IntStream.range(0, cards).mapToLong(card -> moved[card]).sum() / (double) endNs, "transfers/ns");
            assertNear(Math.min(1, cards * chunkNs / (setupNs + chunkNs)), engine.busHeldNs(bus) / (double) endNs, "part of time held");
            for (long one : moved) {
                assertTrue(Math.abs(one - moved[0]) <= 1, () -> one + " and " + moved[0]);
            }
            assertEquals(List.of(), engine.conservation().broken());
        }
    }

    /** A card that submits its next transfer when the last one has ended. */
    private static void mover(ModelledEngine engine, Bus bus, int card, Region host, int bytes, long[] moved) {
        BusAgent busAgent = new BusAgent(1 + card, "iop" + (1 + card));
        Region own = bus.allocate(busAgent.name(), busAgent, Access.OWNER, bytes);
        DmaEngine dma = new DmaEngine(bus, busAgent);
        DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions of " + busAgent.name(), 4);
        Transfer transfer = new Transfer(1, completions);
        boolean[] begun = new boolean[1];
        engine.add(busAgent.name(), processor(), context -> {
            context.consumes(completions);
            return new FunctionAgent(context, limit -> {
                if (begun[0] && completions.poll() == null) {
                    return 0;
                }
                moved[card] += begun[0] ? 1 : 0;
                begun[0] = true;
                transfer.clear().add(own.base(), host.base(), bytes);
                context.submit(dma, transfer);
                return 1;
            });
        });
    }
}
