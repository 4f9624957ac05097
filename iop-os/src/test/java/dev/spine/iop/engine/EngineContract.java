package dev.spine.iop.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.GrantTable;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.modelled.ModelledEngine;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every engine keeps. Each test builds agents that cannot tell on which engine they are. */
public abstract class EngineContract {
    private Engine engine;

    /** A new engine of the kind under test. */
    protected abstract Engine newEngine(long seed);

    @BeforeEach
    void makeEngine() {
        engine = newEngine(42);
    }

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    private FunctionAgent idle(String path) {
        return engine.add(path, TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> 0));
    }

    /** An agent that polls a list and keeps what it finds. */
    private FunctionAgent collector(String path, DeliveryList<Token> list, List<Integer> found) {
        return engine.add(path, TestProfile.PROCESSOR, context -> {
            context.consumes(list);
            return new FunctionAgent(context, limit -> {
                Token token = list.poll();
                if (token == null) {
                    return 0;
                }
                found.add(token.number);
                return 1;
            });
        });
    }

    @Test
    void deliveriesOfOneAgentArriveInOrder() {
        DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 1000);
        List<Integer> found = new ArrayList<>();
        int[] next = {0};
        engine.add("a", TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> {
            int done = 0;
            while (done < limit && next[0] < 1000) {
                context.charge(Op.BUILD_FRAME);
                context.deliver(list, new Token(next[0]++));
                done++;
            }
            return done;
        }));
        FunctionAgent b = collector("b", list, found);
        engine.start();
        engine.tasks(b).await("1,000 tokens", () -> found.size() == 1000);
        for (int i = 0; i < 1000; i++) {
            assertEquals(i, found.get(i));
        }
    }

    @Test
    void aDeliveryWithALaterTimeDoesNotHoldUpOneWithAnEarlier() {
        DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 8);
        List<Integer> found = new ArrayList<>();
        FunctionAgent sender = idle("a");
        FunctionAgent b = collector("b", list, found);
        engine.start();
        engine.tasks(sender).run(() -> {
            sender.context().deliver(list, new Token(3), 3_000_000);
            sender.context().deliver(list, new Token(2), 2_000_000);
            sender.context().deliver(list, new Token(4), 3_000_000);
            sender.context().deliver(list, new Token(1));
        });
        engine.tasks(b).await("4 tokens", () -> found.size() == 4);
        assertEquals(List.of(1, 2, 3, 4), found);
    }

    @Test
    void aDelayedDeliveryIsNotEarly() {
        DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 8);
        long[] sent = new long[1];
        long[] arrived = new long[1];
        FunctionAgent a = idle("a");
        FunctionAgent b = engine.add("b", TestProfile.PROCESSOR, context -> {
            context.consumes(list);
            return new FunctionAgent(context, limit -> {
                if (list.poll() == null) {
                    return 0;
                }
                arrived[0] = context.nowNs();
                return 1;
            });
        });
        engine.start();
        engine.tasks(a).run(() -> {
            sent[0] = a.context().nowNs();
            a.context().deliver(list, new Token(0), 1_500_000);
        });
        engine.tasks(b).await("the token", () -> arrived[0] != 0);
        assertTrue(arrived[0] >= sent[0] + 1_500_000, () -> "sent " + sent[0] + " arrived " + arrived[0]);
    }

    @Test
    void whoHasLittleTimeWaitsNoLonger() {
        DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 8);
        List<Integer> found = new ArrayList<>();
        FunctionAgent a = idle("a");
        FunctionAgent b = collector("b", list, found);
        engine.start();
        engine.tasks(a).run(() -> a.context().deliver(list, new Token(7), 1_000_000));
        assertTrue(engine.tasks(b).awaitFor("the token", () -> !found.isEmpty(), 60_000_000_000L));
        assertFalse(engine.tasks(b).awaitFor("another", () -> found.size() > 1, 1_000_000));
        assertEquals(List.of(7), found);
    }

    @Test
    void aStepFollowsTheTimeThatWasAskedFor() {
        long[] asked = new long[1];
        long[] seen = new long[1];
        FunctionAgent a = engine.add("a", TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> {
            if (asked[0] == 0) {
                asked[0] = context.nowNs() + 2_000_000;
            }
            if (seen[0] == 0 && context.nowNs() >= asked[0]) {
                seen[0] = context.nowNs();
                return 1;
            }
            context.wakeAt(asked[0]);
            return 0;
        }));
        engine.start();
        engine.tasks(a).await("the time", () -> seen[0] != 0);
        assertTrue(seen[0] >= asked[0]);
    }

    @Test
    void anAgentThatFoundAListEmptyGoesOnAfterTheNextDelivery() {
        DeliveryList<Token> free = DeliveryList.singleProducer("free", 4);
        DeliveryList<Token> posted = DeliveryList.singleProducer("posted", 4);
        int[] sent = new int[1];
        int[] received = new int[1];
        engine.add("sender", TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> {
            if (sent[0] == 500) {
                return 0;
            }
            Token token = free.poll();
            if (token == null) {
                context.wakeMe(free);
                return 0;
            }
            sent[0]++;
            context.deliver(posted, token);
            return 1;
        }));
        FunctionAgent receiver = engine.add("receiver", TestProfile.PROCESSOR, context -> {
            context.consumes(posted);
            context.deliver(free, new Token(0));
            context.deliver(free, new Token(1));
            return new FunctionAgent(context, limit -> {
                Token token = posted.poll();
                if (token == null) {
                    return 0;
                }
                received[0]++;
                context.deliver(free, token);
                return 1;
            });
        });
        engine.start();
        engine.tasks(receiver).await("500 tokens over two frames", () -> received[0] == 500);
        assertEquals(500, received[0]);
    }

    @Test
    void aTransferArrivesInItsCompletionListWithItsBytesMoved() {
        Bus bus = new Bus(2);
        BusAgent card = new BusAgent(1, "iop1");
        DmaEngine dma = new DmaEngine(bus, card);
        Region from = bus.allocate("card memory", card, Access.OWNER, 200_000);
        Region to = bus.allocate("host memory", BusAgent.host(), Access.READ_WRITE, 200_000);
        for (int i = 0; i < 200_000; i++) {
            from.memory().set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31));
        }
        DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions", 4);
        Transfer transfer = new Transfer(2, completions);
        List<Transfer> ended = new ArrayList<>();
        boolean[] arrivedWithinCall = new boolean[1];
        FunctionAgent a = engine.add("a", TestProfile.PROCESSOR, context -> {
            context.consumes(completions);
            return new FunctionAgent(context, limit -> {
                Transfer found = completions.poll();
                if (found == null) {
                    return 0;
                }
                ended.add(found);
                return 1;
            });
        });
        engine.start();
        engine.tasks(a).run(() -> {
            transfer.clear().add(from.base(), to.base(), 150_000);
            transfer.add(from.base() + 150_000, to.base() + 150_000, 50_000);
            a.context().submit(dma, transfer);
            arrivedWithinCall[0] = !ended.isEmpty();
        });
        engine.tasks(a).await("the completion", () -> !ended.isEmpty());
        assertFalse(arrivedWithinCall[0]);
        assertSame(transfer, ended.getFirst());
        assertEquals(Transfer.Outcome.DONE, transfer.outcome());
        assertEquals(200_000, transfer.bytesMoved());
        assertEquals(-1, from.memory().mismatch(to.memory()));
        assertEquals(200_000, bus.account(card).snapshot().dataBytes());
    }

    @Test
    void afterTheFenceOfARevocationNothingLands() {
        Bus bus = new Bus(3);
        BusAgent peer = new BusAgent(1, "iop1");
        BusAgent screen = new BusAgent(2, "iop2");
        Region from = bus.allocate("peer memory", peer, Access.OWNER, 256);
        Region surface = bus.allocate("surface", screen, Access.OWNER, 256);
        DmaEngine dma = new DmaEngine(bus, peer);
        long token = bus.grants().grant(surface, 0, 256, 256, 1, peer, true);
        DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions", 4);
        Transfer transfer = new Transfer(1, completions);
        int[] done = new int[1];
        int[] refused = new int[1];
        boolean[] passed = new boolean[1];
        engine.add("peer", TestProfile.PROCESSOR, context -> {
            context.consumes(completions);
            transfer.clear().under(token).add(from.base(), surface.base(), 256);
            context.deliver(completions, transfer);
            byte[] value = new byte[1];
            return new FunctionAgent(context, limit -> {
                Transfer found = completions.poll();
                if (found == null) {
                    return 0;
                }
                if (found.outcome() == Transfer.Outcome.REVOKED) {
                    refused[0]++;
                    return 1;
                }
                done[0]++;
                from.memory().fill(++value[0]);
                transfer.clear().under(token).add(from.base(), surface.base(), 256);
                context.submit(dma, transfer);
                return 1;
            });
        });
        RevocationFence[] fence = new RevocationFence[1];
        FunctionAgent owner = engine.add("screen", TestProfile.PROCESSOR, context -> {
            fence[0] = context.newFence();
            return new FunctionAgent(context, limit -> {
                passed[0] = fence[0].isPassed();
                return 0;
            });
        });
        engine.start();
        Tasks tasks = engine.tasks(owner);
        tasks.run(() -> {
            assertTrue(bus.grants().revoke(token));
            fence[0].begin();
            passed[0] = false;
        });
        tasks.await("the fence", () -> passed[0]);
        byte[] after = tasks.call(() -> surface.memory().toArray(ValueLayout.JAVA_BYTE));
        engine.tasks(owner).await("the fence still", () -> passed[0]);
        engine.close();
        assertEquals(-1, surface.memory().mismatch(MemorySegment.ofArray(after)));
        assertFalse(bus.grants().isValid(token));
        assertEquals(GrantTable.NONE, new Transfer(1, completions).grant());
    }

    @Test
    void aCallReturnsWhatItsSupplierReturned() {
        FunctionAgent a = idle("a");
        engine.start();
        Tasks tasks = engine.tasks(a);
        assertEquals("x", tasks.call(() -> "x"));
        assertNull(tasks.<String>call(() -> null));
    }

    @Test
    void whatACallThrowsIsThrownAtTheCallerAndTheAgentGoesOn() {
        FunctionAgent a = idle("a");
        engine.start();
        Tasks tasks = engine.tasks(a);
        IllegalArgumentException thrown = assertThrows(IllegalArgumentException.class, () -> tasks.run(() -> {
            throw new IllegalArgumentException("no such device");
        }));
        assertEquals("no such device", thrown.getMessage());
        assertEquals(1, tasks.call(() -> 1));
    }

    @Test
    void whatAConditionThrowsIsThrownAtTheCaller() {
        FunctionAgent a = idle("a");
        engine.start();
        Tasks tasks = engine.tasks(a);
        assertThrows(ArithmeticException.class, () -> tasks.await("nonsense", () -> {
            throw new ArithmeticException("bad");
        }));
        assertEquals(1, tasks.call(() -> 1));
    }

    @Test
    void waitingWithinACallIsAnErrorThatNamesTheCall() {
        FunctionAgent a = idle("a");
        engine.start();
        Tasks tasks = engine.tasks(a);
        IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> tasks.run(() -> tasks.await("a reply", () -> true)));
        assertTrue(String.valueOf(thrown.getMessage()).contains("await of a reply within a step"), thrown::toString);
    }

    @Test
    void waitingBeforeTheStartIsAnError() {
        FunctionAgent a = idle("a");
        assertThrows(IllegalStateException.class, () -> engine.tasks(a).await("a reply", () -> true));
        engine.start();
    }

    @Test
    void anExceptionOutOfAnAgentStopsTheEngineAndReachesWhoWaits() {
        FunctionAgent a = engine.add("a", TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> {
            throw new IllegalStateException("a defect");
        }));
        engine.start();
        EngineFailedException thrown = assertThrows(EngineFailedException.class, () -> engine.tasks(a).await("anything", () -> false));
        assertEquals("java.lang.IllegalStateException: a defect", String.valueOf(thrown.getCause()));
        assertTrue(String.valueOf(thrown.getMessage()).startsWith("a threw"), thrown::toString);
        assertThrows(EngineFailedException.class, () -> engine.tasks(a).call(() -> 1));
    }

    @Test
    void tasksRunWaitAndEnd() {
        FunctionAgent a = idle("a");
        engine.start();
        Tasks tasks = engine.tasks(a);
        int[] state = new int[1];
        List<String> order = new ArrayList<>();
        RunningTask second = tasks.spawn("second", () -> {
            tasks.await("the first", () -> state[0] == 1);
            tasks.run(() -> {
                order.add("second");
                state[0] = 2;
            });
        });
        RunningTask first = tasks.spawn("first", () -> tasks.run(() -> {
            order.add("first");
            state[0] = 1;
        }));
        tasks.await("both", () -> first.hasEnded() && second.hasEnded());
        assertEquals(List.of("first", "second"), tasks.call(() -> List.copyOf(order)));
        assertEquals("second", second.name());
    }

    @Test
    void aTaskMaySpawnTasks() {
        FunctionAgent a = idle("a");
        engine.start();
        Tasks tasks = engine.tasks(a);
        AtomicInteger sum = new AtomicInteger();
        RunningTask parent = tasks.spawn("parent", () -> {
            List<RunningTask> children = new ArrayList<>();
            for (int i = 1; i <= 10; i++) {
                int number = i;
                children.add(tasks.spawn("child " + i, () -> tasks.run(() -> sum.addAndGet(number))));
            }
            tasks.await("the children", () -> children.stream().allMatch(RunningTask::hasEnded));
        });
        tasks.await("the parent", parent::hasEnded);
        assertEquals(55, sum.get());
    }

    @Test
    void anExceptionOutOfATaskIsADefect() {
        FunctionAgent a = idle("a");
        engine.start();
        Tasks tasks = engine.tasks(a);
        tasks.spawn("bad", () -> {
            throw new IllegalStateException("task defect");
        });
        EngineFailedException thrown = assertThrows(EngineFailedException.class, () -> tasks.await("anything", () -> false));
        assertEquals("java.lang.IllegalStateException: task defect", String.valueOf(thrown.getCause()));
    }

    @Test
    void closeEndsTasksThatWait() {
        FunctionAgent a = idle("a");
        engine.start();
        Tasks tasks = engine.tasks(a);
        List<Throwable> seen = new ArrayList<>();
        boolean[] waits = new boolean[1];
        RunningTask waiting = tasks.spawn("waiting", () -> {
            try {
                tasks.run(() -> waits[0] = true);
                tasks.await("what never comes", () -> false);
            } catch (AwaitFailedException e) {
                seen.add(e);
                throw e;
            }
        });
        tasks.await("the task", () -> waits[0]);
        engine.close();
        assertTrue(waiting.hasEnded());
        assertEquals(1, seen.size());
        assertThrows(AwaitFailedException.class, () -> tasks.call(() -> 1));
    }

    @Test
    void agentsAreAddedOnceAndBeforeTheStart() {
        idle("a");
        assertThrows(IllegalArgumentException.class, () -> idle("a"));
        engine.start();
        assertThrows(IllegalStateException.class, () -> idle("b"));
        assertThrows(IllegalStateException.class, () -> engine.start());
        FunctionAgent foreign = new FunctionAgent(idleContext(), limit -> 0);
        assertThrows(IllegalArgumentException.class, () -> engine.tasks(foreign));
    }

    private static AgentContext idleContext() {
        try (Engine other = new ModelledEngine(TestProfile.machine(), 1)) {
            return other.add("elsewhere", TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> 0)).context();
        }
    }

    @Test
    void theMeterCountsPiecesOfWork() {
        DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 200);
        List<Integer> found = new ArrayList<>();
        FunctionAgent a = idle("a");
        FunctionAgent b = collector("b", list, found);
        engine.start();
        AgentMeter before = engine.meter(b);
        engine.tasks(a).run(() -> {
            for (int i = 0; i < 200; i++) {
                a.context().deliver(list, new Token(i));
            }
        });
        engine.tasks(b).await("200 tokens", () -> found.size() == 200);
        engine.tasks(b).run(() -> { });
        AgentMeter spent = engine.meter(b).since(before);
        assertEquals(200, spent.pieces());
        assertTrue(spent.workingSteps() >= 1 && spent.workingSteps() <= 200);
    }

    @Test
    void randomnessIsAStreamPerPath() {
        FunctionAgent a = idle("a");
        FunctionAgent b = idle("b");
        long first = a.context().random().nextLong();
        assertEquals(RandomStreams.of(42, "a").nextLong(), first);
        assertFalse(first == b.context().random().nextLong());
        engine.start();
    }
}
