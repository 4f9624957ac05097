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
import dev.spine.iop.engine.AgentMeter;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.iop.engine.EngineFailedException;
import dev.spine.iop.engine.FunctionAgent;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.RevocationFence;
import dev.spine.iop.engine.RunningTask;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.TestProfile;
import dev.spine.iop.engine.Token;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Times on the test machine: every charge is 10 ns, a bus word 10 ns. */
class ModelledEngineTest {
    @Test
    void aStepThatIsDueWhenACallHasTheProcessorComesAfterTheCall() {
        ModelledEngine engine = new ModelledEngine(TestProfile.machine(), 1);
        List<Long> steps = new ArrayList<>();
        FunctionAgent agent = engine.add("a", TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> {
            steps.add(context.nowNs());
            return 0;
        }));
        engine.start();
        // The first step and the call are both due at time 0, and a call comes first.
        engine.tasks(agent).run(() -> agent.context().charge(Op.BUILD_FRAME, 100));
        engine.advanceTo(2_000);
        // Polling takes 10 ns.
        assertEquals(1_010, steps.getFirst());
        engine.close();
    }

    private final ModelledEngine engine = new ModelledEngine(TestProfile.machine(), 1);

    @AfterEach
    void close() {
        engine.close();
    }

    private FunctionAgent idle(String path) {
        return engine.add(path, TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> 0));
    }

    /** An agent that notes when each token's step began. */
    private FunctionAgent clocked(String path, DeliveryList<Token> list, int chargesPerToken, List<Long> times) {
        return engine.add(path, TestProfile.PROCESSOR, context -> {
            context.consumes(list);
            return new FunctionAgent(context, limit -> {
                long begun = context.nowNs() - 10;
                if (list.poll() == null) {
                    return 0;
                }
                times.add(begun);
                context.charge(Op.UNIT, chargesPerToken);
                return 1;
            });
        });
    }

    @Test
    void anEffectCarriesTheLocalTimeAndAStepBeginsWhenItsCauseArrives() {
        DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 8);
        List<Long> times = new ArrayList<>();
        FunctionAgent a = idle("a");
        clocked("b", list, 0, times);
        engine.start();
        engine.advanceTo(1000);
        engine.tasks(a).run(() -> {
            a.context().deliver(list, new Token(0));
            a.context().charge(Op.BUILD_FRAME, 7);
            assertEquals(1070, a.context().nowNs());
            a.context().deliver(list, new Token(1));
            a.context().deliver(list, new Token(2), 500);
        });
        engine.advanceTo(10_000);
        assertEquals(List.of(1000L, 1070L, 1570L), times);
    }

    @Test
    void aStepWaitsUntilTheProcessorIsFree() {
        DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 8);
        List<Long> times = new ArrayList<>();
        FunctionAgent a = idle("a");
        clocked("b", list, 99, times);
        engine.start();
        engine.advanceTo(1000);
        engine.tasks(a).run(() -> {
            for (int i = 0; i < 3; i++) {
                a.context().deliver(list, new Token(i));
            }
        });
        engine.advanceTo(100_000);
        assertEquals(List.of(1000L, 2000L, 3000L), times);
    }

    @Test
    void aStepComesAfterAllArrivalsOfItsInstant() {
        DeliveryList<Token> one = DeliveryList.singleProducer("from z", 8);
        DeliveryList<Token> two = DeliveryList.singleProducer("from a", 8);
        List<Integer> sizes = new ArrayList<>();
        FunctionAgent a = idle("a");
        FunctionAgent z = idle("z");
        engine.add("b", TestProfile.PROCESSOR, context -> {
            context.consumes(one);
            context.consumes(two);
            return new FunctionAgent(context, limit -> {
                if (one.isEmpty() && two.isEmpty()) {
                    return 0;
                }
                sizes.add(one.size() + two.size());
                while (one.poll() != null || two.poll() != null) {
                    context.charge(Op.POLL);
                }
                return 1;
            });
        });
        engine.start();
        engine.advanceTo(1000);
        engine.tasks(a).run(() -> a.context().deliver(two, new Token(0), 5000));
        engine.tasks(z).run(() -> z.context().deliver(one, new Token(0), 5000));
        engine.advanceTo(10_000);
        assertEquals(List.of(2), sizes);
    }

    @Test
    void anIdleAgentCostsNoEvents() {
        idle("a");
        idle("b");
        engine.start();
        engine.advanceTo(1_000_000_000);
        assertEquals(2, engine.eventNumber());
        assertTrue(engine.isIdle());
        assertEquals(1_000_000_000, engine.nowNs());
    }

    @Test
    void anAgentThatKnowsThatNothingIsLeftIsNotAskedUntilSomethingComes() {
        DeliveryList<Token> list = DeliveryList.singleProducer("work", 8);
        List<Long> steps = new ArrayList<>();
        FunctionAgent a = idle("a");
        engine.add("b", TestProfile.PROCESSOR, context -> {
            context.consumes(list);
            return new FunctionAgent(context, limit -> {
                steps.add(context.nowNs());
                Token token = list.poll();
                if (token == null) {
                    return 0;
                }
                context.charge(Op.POLL);
                if (list.isEmpty()) {
                    context.wakeAt(50_000);
                    context.nothingLeft();
                }
                return 1;
            });
        });
        engine.start();
        engine.advanceTo(1000);
        steps.clear();
        engine.tasks(a).run(() -> {
            a.context().deliver(list, new Token(0), 5000);
            a.context().deliver(list, new Token(0), 5000);
            a.context().deliver(list, new Token(0), 20_000);
        });
        engine.advanceTo(100_000);
        assertEquals(4, steps.size(), "two that come at once, one later, and the timer: " + steps);
        assertTrue(steps.getLast() >= 50_000, "the timer: " + steps);
    }

    @Test
    void waitingInAnIdleSystemFailsAndNamesWhatAndWhoWaits() {
        FunctionAgent a = idle("a");
        engine.start();
        Tasks tasks = engine.tasks(a);
        tasks.spawn("monitor", () -> tasks.await("a frame", () -> false));
        AwaitFailedException thrown = assertThrows(AwaitFailedException.class, () -> tasks.await("the reply", () -> false));
        assertEquals("await of the reply: the system is idle and the condition can never hold (tasks that wait too: 'monitor' for a frame)",
            thrown.getMessage());
    }

    @Test
    void waitingInABusySystemEndsAfterTheLimitOfVirtualTime() {
        FunctionAgent a = engine.add("a", TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> {
            context.wakeAt(context.nowNs() + 1_000_000_000);
            return 0;
        }));
        engine.start();
        AwaitFailedException thrown = assertThrows(AwaitFailedException.class, () -> engine.tasks(a).await("the reply", () -> false));
        assertTrue(String.valueOf(thrown.getMessage()).contains("within 600 s of virtual time"), thrown::toString);
    }

    @Test
    void agentsThatChargeNothingAreFound() {
        engine.assertEveryStepCharges();
        engine.add("free", new ProcessorSpec("free", TestProfile.everyOperation(0)), context -> new FunctionAgent(context, limit -> 1));
        engine.start();
        EngineFailedException thrown = assertThrows(EngineFailedException.class, () -> engine.advanceTo(1));
        assertTrue(String.valueOf(thrown.getMessage()).contains("charged nothing"), thrown::toString);
    }

    @Test
    void timeThatStandsStillIsFound() {
        engine.add("free", new ProcessorSpec("free", TestProfile.everyOperation(0)), context -> new FunctionAgent(context, limit -> 1));
        engine.start();
        EngineFailedException thrown = assertThrows(EngineFailedException.class, () -> engine.advanceTo(1));
        assertTrue(String.valueOf(thrown.getMessage()).contains("virtual time stands still"), thrown::toString);
    }

    @Test
    void actingOutsideAStepIsAnErrorThatSaysWhatToDo() {
        DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 8);
        FunctionAgent a = idle("a");
        engine.start();
        IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> a.context().deliver(list, new Token(0)));
        assertTrue(String.valueOf(thrown.getMessage()).contains("Tasks.call"), thrown::toString);
    }

    @Test
    void aCallIsChargedToTheHostsProcessorAndMovesTheCallersClock() {
        FunctionAgent a = idle("a");
        engine.start();
        Tasks tasks = engine.tasks(a);
        engine.advanceTo(1000);
        tasks.run(() -> a.context().charge(Op.APPLICATION_UNIT, 50));
        long next = tasks.call(() -> a.context().nowNs());
        assertEquals(1500, next);
        assertEquals(500e-9, engine.meter(a).processorSeconds(), 1e-15);
    }

    @Test
    void onlyStepsThatWorkedAreProcessorTime() {
        DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 8);
        FunctionAgent a = idle("a");
        FunctionAgent b = clocked("b", list, 9, new ArrayList<>());
        engine.start();
        engine.advanceTo(1000);
        engine.tasks(a).run(() -> {
            a.context().deliver(list, new Token(0));
            a.context().deliver(list, new Token(1));
        });
        engine.advanceTo(10_000);
        AgentMeter meter = engine.meter(b);
        assertEquals(2, meter.workingSteps());
        assertEquals(2, meter.pieces());
        assertEquals(2, meter.idleSteps(), "one at the start, one after the work");
        assertEquals(200e-9, meter.processorSeconds(), 1e-15);
    }

    @Test
    void twoTasksAndAnOutsideCallerShareTheHost() {
        FunctionAgent a = idle("a");
        engine.start();
        Tasks tasks = engine.tasks(a);
        List<Long> begun = new ArrayList<>();
        Runnable body = () -> tasks.run(() -> {
            begun.add(a.context().nowNs());
            a.context().charge(Op.APPLICATION_UNIT, 100);
        });
        engine.advanceTo(1000);
        RunningTask one = tasks.spawn("one", body);
        RunningTask two = tasks.spawn("two", body);
        tasks.await("both", () -> one.hasEnded() && two.hasEnded());
        assertEquals(2, begun.size());
        assertTrue(begun.get(1) >= begun.get(0) + 1000);
    }

    @Test
    void aTaskThatBlocksElsewhereIsADefectThatNamesTheCall() {
        engine.lookForBlockedTasks(Duration.ofMillis(5));
        FunctionAgent a = idle("a");
        engine.start();
        Tasks tasks = engine.tasks(a);
        CountDownLatch never = new CountDownLatch(1);
        tasks.spawn("blocker", () -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        EngineFailedException thrown = assertThrows(EngineFailedException.class, () -> tasks.await("anything", () -> false));
        assertTrue(String.valueOf(thrown.getMessage()).contains("CountDownLatch.await"), thrown::toString);
        assertTrue(String.valueOf(thrown.getMessage()).startsWith("task blocker threw"), thrown::toString);
    }

    @Test
    void onlyACallerOutsideDrivesTheEngine() {
        FunctionAgent a = idle("a");
        engine.start();
        Tasks tasks = engine.tasks(a);
        tasks.spawn("driver", () -> engine.advanceTo(1_000_000));
        EngineFailedException thrown = assertThrows(EngineFailedException.class, () -> tasks.await("anything", () -> false));
        assertTrue(String.valueOf(thrown.getMessage()).contains("only a caller outside drives the engine"), thrown::toString);
    }

    // --- the bus

    private final Bus bus = new Bus(4);

    /** A card that submits one transfer of so many bytes to the host at the start and notes when each completion arrived. */
    private void mover(int id, int bytes, int times, List<Long> ends) {
        BusAgent busAgent = new BusAgent(id, "iop" + id);
        Region from = bus.allocate("card " + id, busAgent, Access.OWNER, bytes);
        Region to = bus.allocate("for card " + id, BusAgent.host(), Access.READ_WRITE, bytes);
        DmaEngine dma = new DmaEngine(bus, busAgent);
        DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions", 4);
        Transfer transfer = new Transfer(1, completions);
        int[] left = {times};
        engine.add("iop" + id, new ProcessorSpec("free", TestProfile.everyOperation(0)), context -> {
            context.consumes(completions);
            return new FunctionAgent(context, limit -> {
                Transfer ended = completions.poll();
                if (ended != null) {
                    ends.add(context.nowNs());
                }
                if (left[0] > 0 && (ended != null || left[0] == times)) {
                    left[0]--;
                    transfer.clear().add(from.base(), to.base(), bytes);
                    context.submit(dma, transfer);
                    return 1;
                }
                return ended == null ? 0 : 1;
            });
        });
    }

    @Test
    @Tag("SS-58")
    void aTransferTakesItsSetUpAndItsTimeOnTheBus() {
        List<Long> ends = new ArrayList<>();
        mover(1, 640, 1, ends);
        engine.start();
        engine.advanceTo(1_000_000);
        // 100 ns set-up; 10 bursts of 2 cycles and 160 words, 10 ns each.
        assertEquals(List.of(100L + 1800L), ends);
        assertEquals(1800, engine.busHeldNs(bus));
    }

    @Test
    void chunksOfTwoCardsTakeTurnsOnTheBus() {
        List<Long> one = new ArrayList<>();
        List<Long> two = new ArrayList<>();
        int chunk = DmaEngine.CHUNK_BYTES;
        mover(1, 2 * chunk, 1, one);
        mover(2, 2 * chunk, 1, two);
        engine.start();
        engine.advanceTo(100_000_000);
        long chunkNs = TestProfile.machine().bus().chunkPs(chunk) / 1000;
        assertEquals(List.of(100 + 3 * chunkNs), one);
        assertEquals(List.of(100 + 4 * chunkNs), two);
        assertEquals(4 * chunkNs, engine.busHeldNs(bus));
    }

    @Test
    @Tag("SS-10")
    void aSaturatedBusMovesNoMoreThanItsBandwidthAndIsShared() {
        List<List<Long>> ends = new ArrayList<>();
        for (int id = 1; id <= 3; id++) {
            List<Long> list = new ArrayList<>();
            ends.add(list);
            mover(id, 1500, 1_000_000, list);
        }
        engine.start();
        long endNs = 10_000_000;
        engine.advanceTo(endNs);
        long moved = 0;
        for (int id = 1; id <= 3; id++) {
            moved += bus.account(new BusAgent(id, "iop" + id)).snapshot().dataBytes();
        }
        // 1,500 bytes are 24 bursts of 2 cycles and 375 words: 4,230 ns.
        assertEquals(endNs / 4230.0, moved / 1500.0, 1.0);
        assertTrue(engine.busHeldNs(bus) > 0.999 * endNs);
        for (List<Long> list : ends) {
            assertEquals(ends.getFirst().size(), list.size(), 1);
        }
    }

    @Test
    void oneCardAloneLeavesTheBusIdleDuringItsSetUp() {
        List<Long> ends = new ArrayList<>();
        mover(1, 640, 10, ends);
        engine.start();
        engine.advanceTo(1_000_000);
        assertEquals(10, ends.size());
        assertEquals(10 * 1900L, ends.getLast());
        assertEquals(10 * 1800L, engine.busHeldNs(bus));
    }

    @Test
    void copiesWithinABusAgentLeaveTheBusAlone() {
        BusAgent busAgent = new BusAgent(1, "iop1");
        Region own = bus.allocate("card", busAgent, Access.OWNER, 2000);
        DmaEngine dma = new DmaEngine(bus, busAgent);
        DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions", 4);
        Transfer transfer = new Transfer(1, completions);
        FunctionAgent a = idle("a");
        engine.start();
        engine.tasks(a).run(() -> {
            transfer.clear().add(own.base(), own.base() + 1000, 1000);
            a.context().submit(dma, transfer);
        });
        engine.advanceTo(1_099);
        assertEquals(Transfer.Outcome.PENDING, transfer.outcome());
        engine.advanceTo(2_000);
        assertEquals(Transfer.Outcome.DONE, transfer.outcome());
        assertEquals(0, engine.busHeldNs(bus));
    }

    @Test
    void programmedIoHoldsUpTheTransfersOfOthers() {
        BusAgent card = new BusAgent(2, "iop2");
        DmaEngine programmer = new DmaEngine(bus, card);
        List<Long> ends = new ArrayList<>();
        mover(1, 640, 1, ends);
        engine.add("a", new ProcessorSpec("free", TestProfile.everyOperation(0)), context -> {
            boolean[] done = new boolean[1];
            return new FunctionAgent(context, limit -> {
                if (!done[0]) {
                    done[0] = true;
                    context.programmedIo(programmer, BusAgent.host(), 64);
                    return 1;
                }
                return 0;
            });
        });
        engine.start();
        engine.advanceTo(1_000_000);
        // 16 words of 5 cycles: the bus is free at 800 ns, after the set-up of the transfer.
        assertEquals(List.of(800L + 1800L), ends);
        assertEquals(64, bus.account(card).snapshot().controlBytes());
    }

    @Test
    void aRevocationBetweenTwoChunksStopsATransferInModelledTime() {
        BusAgent card = new BusAgent(1, "iop1");
        BusAgent screen = new BusAgent(2, "iop2");
        int bytes = 3 * DmaEngine.CHUNK_BYTES;
        Region from = bus.allocate("card", card, Access.OWNER, bytes);
        Region surface = bus.allocate("surface", screen, Access.OWNER, bytes);
        long token = bus.grants().grant(surface, 0, bytes, bytes, 1, card, true);
        DmaEngine dma = new DmaEngine(bus, card);
        DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions", 4);
        Transfer transfer = new Transfer(1, completions);
        FunctionAgent a = idle("card");
        RevocationFence[] fence = new RevocationFence[1];
        FunctionAgent owner = engine.add("screen", TestProfile.PROCESSOR, context -> {
            fence[0] = context.newFence();
            return new FunctionAgent(context, limit -> 0);
        });
        engine.start();
        engine.tasks(a).run(() -> {
            transfer.clear().under(token).add(from.base(), surface.base(), bytes);
            a.context().submit(dma, transfer);
        });
        long chunkNs = TestProfile.machine().bus().chunkPs(DmaEngine.CHUNK_BYTES) / 1000;
        engine.advanceTo(100 + chunkNs + chunkNs / 2);
        assertEquals(DmaEngine.CHUNK_BYTES, transfer.bytesMoved());
        engine.tasks(owner).run(() -> {
            bus.grants().revoke(token);
            fence[0].begin();
            assertTrue(fence[0].isPassed());
            surface.memory().fill((byte) 0x55);
        });
        engine.advanceTo(1_000_000_000);
        assertEquals(Transfer.Outcome.REVOKED, transfer.outcome());
        assertEquals(DmaEngine.CHUNK_BYTES, transfer.bytesMoved());
        assertEquals(0x55, surface.memory().get(ValueLayout.JAVA_BYTE, DmaEngine.CHUNK_BYTES));
    }

    @Test
    void aRefusedTransferArrivesToo() {
        BusAgent card = new BusAgent(1, "iop1");
        Region own = bus.allocate("card", card, Access.OWNER, 64);
        DmaEngine dma = new DmaEngine(bus, card);
        DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions", 4);
        Transfer bad = new Transfer(1, completions);
        Transfer good = new Transfer(1, completions);
        FunctionAgent a = idle("card");
        engine.start();
        engine.tasks(a).run(() -> {
            bad.clear().add(own.base(), own.base(), 65);
            good.clear().add(own.base(), own.base(), 64);
            a.context().submit(dma, good);
            a.context().submit(dma, bad);
            a.context().submit(dma, new Transfer(1, completions));
            assertThrows(IllegalStateException.class, () -> a.context().submit(dma, good));
        });
        engine.advanceTo(1_000_000);
        assertEquals(3, completions.size());
        assertEquals(Transfer.Outcome.DONE, good.outcome());
        assertEquals(Transfer.Outcome.OUT_OF_REGION, bad.outcome());
        assertEquals(1, bus.account(card).snapshot().refusedTransfers());
    }
}
