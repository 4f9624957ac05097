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
import dev.spine.iop.engine.FunctionAgent;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.RelaySystem;
import dev.spine.iop.engine.TestFabric;
import dev.spine.iop.engine.TestProfile;
import dev.spine.iop.engine.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Time, bytes, transfers and events are neither made nor lost, wherever a modelled run is looked at. */
class ConservationTest {
    private static final int SEEDS = 50;

    @ParameterizedTest
    @EnumSource(TestFabric.class)
    void theLawsHoldAtAnyMomentOfAnyRun(TestFabric fabric) {
        for (long seed = 0; seed < SEEDS; seed++) {
            try (ModelledEngine engine = new ModelledEngine(fabric.machine(), seed)) {
                RelaySystem system = new RelaySystem(engine, 40, 0, 1, 2, 3, 4, 5);
                engine.start();
                SplittableRandom random = new SplittableRandom(seed);
                while (!system.hasEnded()) {
                    engine.advanceTo(engine.nowNs() + random.nextInt(1, 2_000));
                    assertEquals(List.of(), engine.conservation().broken(), "spine.seed " + seed + " at " + engine.nowNs() + " ns");
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(TestFabric.class)
    void whatIsBusyIsNeverBusyForLongerThanTimeHasPassed(TestFabric fabric) {
        try (ModelledEngine engine = new ModelledEngine(fabric.machine(), 1)) {
            RelaySystem system = new RelaySystem(engine, 400, 0, 1, 2, 3, 4, 5);
            engine.start();
            while (!system.hasEnded()) {
                engine.advanceTo(engine.nowNs() + 777);
                for (ResourceUse use : engine.resourceUses()) {
                    assertTrue(use.busyNs() <= engine.nowNs() && use.utilisation() <= 1, use::toString);
                    // Each of the three is rounded down to nanoseconds.
                    assertTrue(Math.abs(engine.nowNs() - use.busyNs() - use.waitingNs() - use.idleNs()) <= 2, use::toString);
                    assertTrue(use.busyNs() >= 0 && use.waitingNs() >= 0 && use.idleNs() >= 0, use::toString);
                }
                assertTrue(engine.busHeldNs(system.bus()) <= engine.nowNs());
            }
            assertEquals(List.of(ResourceUse.Kind.PROCESSOR, ResourceUse.Kind.BUS, ResourceUse.Kind.DMA_CHANNEL),
                engine.resourceUses().stream().map(ResourceUse::kind).distinct().toList());
        }
    }

    @ParameterizedTest
    @EnumSource(TestFabric.class)
    void theLawsHoldWhenTransfersAreRefusedCancelledAndReset(TestFabric fabric) {
        for (long seed = 0; seed < SEEDS; seed++) {
            try (ModelledEngine engine = new ModelledEngine(fabric.machine(), seed)) {
                SplittableRandom random = new SplittableRandom(seed);
                BusAgent card = new BusAgent(1, "iop1");
                Bus bus = new Bus(2);
                Region own = bus.allocate("card", card, Access.OWNER, 4 * DmaEngine.CHUNK_BYTES);
                Region[] host = {bus.allocate("host", BusAgent.host(), Access.READ_WRITE, 4 * DmaEngine.CHUNK_BYTES)};
                DmaEngine dma = new DmaEngine(bus, card);
                DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions", 64);
                FunctionAgent agent = engine.add("iop1", TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> 0));
                engine.start();
                List<Transfer> transfers = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    engine.tasks(agent).run(() -> {
                        Transfer transfer = new Transfer(2, completions);
                        int bytes = random.nextInt(1, 2 * DmaEngine.CHUNK_BYTES);
                        transfer.clear().add(own.base(), host[0].base(), bytes);
                        transfer.add(own.base(), own.base() + bytes, random.nextInt(10) == 0 ? 5 * DmaEngine.CHUNK_BYTES : bytes);
                        agent.context().submit(dma, transfer);
                        agent.context().programmedIo(dma, BusAgent.host(), random.nextInt(1, 100));
                        transfers.add(transfer);
                        switch (random.nextInt(8)) {
                            case 0 -> transfers.get(random.nextInt(transfers.size())).cancel();
                            case 1 -> dma.reset();
                            case 2 -> {
                                bus.remove(host[0]);
                                host[0] = bus.allocate("host", BusAgent.host(), Access.READ_WRITE, 4 * DmaEngine.CHUNK_BYTES);
                            }
                            default -> { }
                        }
                    });
                    engine.advanceTo(engine.nowNs() + random.nextInt(300_000));
                    assertEquals(List.of(), engine.conservation().broken(), "spine.seed " + seed + " at " + engine.nowNs() + " ns");
                }
                engine.advanceTo(1_000_000_000);
                assertEquals(List.of(), engine.conservation().broken(), "spine.seed " + seed);
                assertEquals(transfers.size(), completions.size(), "each transfer comes back, spine.seed " + seed);
            }
        }
    }

    @Test
    void aProcessorDoesNotTakeAStepDuringACall() {
        try (ModelledEngine engine = new ModelledEngine(TestProfile.machine(), 1)) {
            DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 8);
            List<Long> steps = new ArrayList<>();
            FunctionAgent a = engine.add("a", TestProfile.PROCESSOR, context -> {
                context.consumes(list);
                return new FunctionAgent(context, limit -> {
                    steps.add(context.nowNs());
                    return list.poll() == null ? 0 : 1;
                });
            });
            FunctionAgent b = engine.add("b", TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> 0));
            engine.start();
            engine.advanceTo(1_000);
            steps.clear();
            // The token wakes the agent at 1,000 ns; the call begins at the same instant, before the step, and takes 5,000 ns.
            engine.tasks(b).run(() -> b.context().deliver(list, new Token(0)));
            engine.tasks(a).run(() -> a.context().charge(Op.APPLICATION_UNIT, 500));
            engine.advanceTo(20_000);
            assertEquals(List.of(), engine.conservation().broken());
            assertEquals(6_010, steps.getFirst());
        }
    }

    @Test
    void aBrokenLawIsSaidWithBothOfItsSides() {
        Conservation wrong = new Conservation(List.of(new Conservation.Law("node0/bus", "held + idle = time, in ps", 1_500, 2_000),
            new Conservation.Law("engine", "events made = executed + pending", 7, 7)));
        IllegalStateException thrown = assertThrows(IllegalStateException.class, wrong::verify);
        assertEquals("the modelled run is wrong, 1 of 2 laws of conservation do not hold: node0/bus: held + idle = time, in ps: 1,500 is"
            + " not 2,000", thrown.getMessage());
        assertEquals(1, new Conservation(List.of(wrong.laws().getLast())).verify());
    }
}
