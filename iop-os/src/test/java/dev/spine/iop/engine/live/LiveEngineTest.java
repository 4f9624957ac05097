package dev.spine.iop.engine.live;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
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
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.EngineFailedException;
import dev.spine.iop.engine.FunctionAgent;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.RevocationFence;
import dev.spine.iop.engine.Token;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LiveEngineTest {
    private static FunctionAgent idle(Engine engine, String path) {
        return engine.add(path, ProcessorSpec.THIS_MACHINE, context -> new FunctionAgent(context, limit -> 0));
    }

    private static LiveEngine impatient() {
        return new LiveEngine(ThreadLayout.ONE_CORE, 1, IdlePolicy.BACK_OFF, 1, Duration.ofMillis(20));
    }

    @Test
    void closeReportsADefectThatNobodyWasToldAboutOnce() {
        LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1);
        engine.add("a", ProcessorSpec.THIS_MACHINE, context -> new FunctionAgent(context, limit -> {
            throw new IllegalStateException("a defect");
        }));
        engine.start();
        // The thread ends by itself: its first step throws.
        while (engine.nowNs() >= 0 && Thread.getAllStackTraces().keySet().stream().anyMatch(t -> t.getName().equals("live 0 a"))) {
            Thread.onSpinWait();
        }
        EngineFailedException thrown = assertThrows(EngineFailedException.class, engine::close);
        assertEquals("java.lang.IllegalStateException: a defect", String.valueOf(thrown.getCause()));
        assertDoesNotThrow(engine::close);
    }

    @Test
    void closeDoesNotRepeatADefectThatAWaitingCallerWasTold() {
        LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1);
        FunctionAgent a = engine.add("a", ProcessorSpec.THIS_MACHINE, context -> new FunctionAgent(context, limit -> {
            throw new IllegalStateException("a defect");
        }));
        engine.start();
        assertThrows(EngineFailedException.class, () -> engine.tasks(a).await("anything", () -> false));
        assertDoesNotThrow(engine::close);
    }

    @Test
    void aNumberThatIsARightDoesNotFollowTheSeed() {
        Set<Long> secrets = new HashSet<>();
        for (int run = 0; run < 2; run++) {
            try (LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1)) {
                FunctionAgent a = engine.add("a", ProcessorSpec.THIS_MACHINE, context -> {
                    secrets.add(context.secret());
                    return new FunctionAgent(context, limit -> 0);
                });
                engine.start();
                assertEquals(0, engine.tasks(a).call(() -> 0));
            }
        }
        assertEquals(2, secrets.size());
    }

    @Test
    void waitingEndsAfterTheLimit() {
        try (LiveEngine engine = impatient()) {
            FunctionAgent a = idle(engine, "a");
            engine.start();
            AwaitFailedException thrown = assertThrows(AwaitFailedException.class, () -> engine.tasks(a).await("a reply", () -> false));
            assertTrue(String.valueOf(thrown.getMessage()).startsWith("await of a reply: did not come about"), thrown::toString);
            assertEquals(5, engine.tasks(a).call(() -> 5), "the agent goes on");
        }
    }

    @Test
    void anInterruptedCallerIsToldSo() {
        try (LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1)) {
            FunctionAgent a = idle(engine, "a");
            engine.start();
            Thread.currentThread().interrupt();
            assertThrows(AwaitFailedException.class, () -> engine.tasks(a).await("a reply", () -> false));
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void agentsAreAskedForTheLimitAndRunOnThreadsNamedAfterThem() {
        Set<String> threads = new HashSet<>();
        Set<Integer> limits = new HashSet<>();
        try (LiveEngine engine = new LiveEngine(ThreadLayout.twoCore(path -> path.equals("x") ? 1 : 0), 1, IdlePolicy.BACK_OFF, 17,
                LiveEngine.DEFAULT_AWAIT_LIMIT)) {
            FunctionAgent x = engine.add("x", ProcessorSpec.THIS_MACHINE, context -> new FunctionAgent(context, limit -> {
                limits.add(limit);
                return 0;
            }));
            FunctionAgent y = idle(engine, "y");
            FunctionAgent z = idle(engine, "z");
            engine.start();
            engine.tasks(x).await("a step", () -> !limits.isEmpty());
            threads.add(engine.tasks(x).call(() -> Thread.currentThread().getName()));
            threads.add(engine.tasks(y).call(() -> Thread.currentThread().getName()));
            threads.add(engine.tasks(z).call(() -> Thread.currentThread().getName()));
            assertTrue(engine.tasks(x).call(() -> Thread.currentThread().isDaemon()));
        }
        assertEquals(Set.of("live 0 y z", "live 1 x"), threads);
        assertEquals(Set.of(17), limits);
    }

    @Test
    void aLayoutMustPutEveryAgentOnAThreadThatExists() {
        try (LiveEngine engine = new LiveEngine(ThreadLayout.twoCore(String::length), 1)) {
            idle(engine, "a");
            assertThrows(IllegalArgumentException.class, () -> idle(engine, "too long"));
        }
        assertThrows(IllegalArgumentException.class, () -> new ThreadLayout("none", 0, path -> 0));
        assertThrows(IllegalArgumentException.class,
            () -> new LiveEngine(ThreadLayout.ONE_CORE, 1, IdlePolicy.SPIN, 0, LiveEngine.DEFAULT_AWAIT_LIMIT));
    }

    @Test
    void anEngineThatWasNeverStartedCanBeClosed() {
        LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1);
        idle(engine, "a");
        assertDoesNotThrow(engine::close);
        assertThrows(IllegalStateException.class, engine::start);
    }

    @Test
    void closingFromWithinAStepIsAnError() {
        try (LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1)) {
            FunctionAgent a = idle(engine, "a");
            engine.start();
            assertThrows(IllegalStateException.class, () -> engine.tasks(a).run(engine::close));
        }
    }

    @Test
    void actingForAnAgentFromAnotherThreadIsFound() {
        try (LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1)) {
            FunctionAgent a = idle(engine, "a");
            DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 4);
            a.context().deliver(list, new Token(0));
            engine.start();
            AssertionError thrown = assertThrows(AssertionError.class, () -> a.context().deliver(list, new Token(1)));
            assertTrue(String.valueOf(thrown.getMessage()).contains("Tasks.call"), thrown::toString);
            assertThrows(AssertionError.class, () -> a.context().wakeAt(0));
        }
    }

    @Test
    void backingOffSpinsYieldsThenParksForDoublingTimesUpToTheBound() {
        IdlePolicy policy = new IdlePolicy(10, 5, 100, 1000);
        assertEquals(0, policy.parkNs(15));
        assertEquals(100, policy.parkNs(16));
        assertEquals(200, policy.parkNs(17));
        assertEquals(400, policy.parkNs(18));
        assertEquals(800, policy.parkNs(19));
        assertEquals(1000, policy.parkNs(20));
        assertEquals(1000, policy.parkNs(Long.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> new IdlePolicy(-1, 0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new IdlePolicy(0, 0, 2, 1));
    }

    /** The peer of {@link #nothingLandsAfterAFence}: draws as fast as it can under the last grant that it was told. */
    private static FunctionAgent drawer(Engine engine, DmaEngine dma, Region from, Region surface, long[] grantNow) {
        DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions", 4);
        Transfer transfer = new Transfer(1, completions);
        return engine.add("peer", ProcessorSpec.THIS_MACHINE, context -> {
            context.consumes(completions);
            context.deliver(completions, transfer);
            return new FunctionAgent(context, limit -> {
                int done = 0;
                while (done < limit && completions.poll() != null) {
                    // A racy read of the token on purpose: a peer may use an old one at any time.
                    transfer.clear().under(grantNow[0]).add(from.base(), surface.base(), 512);
                    context.submit(dma, transfer);
                    done++;
                }
                return done;
            });
        });
    }

    @Test
    void nothingLandsAfterAFence() {
        Bus bus = new Bus(3);
        BusAgent peer = new BusAgent(1, "iop1");
        BusAgent screen = new BusAgent(2, "iop2");
        Region from = bus.allocate("peer memory", peer, Access.OWNER, 512);
        Region surface = bus.allocate("surface", screen, Access.OWNER, 512);
        from.memory().fill((byte) 0xAA);
        long[] grantNow = new long[1];
        int rounds = 1_000;
        int[] round = new int[1];
        int[] drawn = new int[1];
        try (LiveEngine engine = new LiveEngine(ThreadLayout.twoCore(path -> path.equals("peer") ? 0 : 1), 1)) {
            drawer(engine, new DmaEngine(bus, peer), from, surface, grantNow);
            FunctionAgent owner = engine.add("owner", ProcessorSpec.THIS_MACHINE, context -> {
                RevocationFence fence = context.newFence();
                int[] wait = new int[1];
                boolean[] fenced = new boolean[1];
                return new FunctionAgent(context, limit -> {
                    if (round[0] == rounds || --wait[0] > 0) {
                        return 0;
                    }
                    if (grantNow[0] == 0) {
                        for (int i = 0; i < 512; i++) {
                            if (surface.memory().get(ValueLayout.JAVA_BYTE, i) != 0) {
                                throw new AssertionError("byte " + i + " landed after the fence of round " + round[0]);
                            }
                        }
                        round[0]++;
                        grantNow[0] = bus.grants().grant(surface, 0, 512, 512, 1, peer, true);
                        wait[0] = round[0] % 20;
                    } else if (!fenced[0]) {
                        assertTrue(bus.grants().revoke(grantNow[0]));
                        fence.begin();
                        fenced[0] = true;
                    } else if (fence.isPassed()) {
                        drawn[0] += surface.memory().get(ValueLayout.JAVA_BYTE, 0) != 0 ? 1 : 0;
                        surface.memory().fill((byte) 0);
                        grantNow[0] = 0;
                        fenced[0] = false;
                        wait[0] = round[0] % 7;
                    }
                    return 1;
                });
            });
            engine.start();
            engine.tasks(owner).await("all rounds", () -> round[0] == rounds);
        }
        assertEquals(rounds, round[0]);
        assertTrue(drawn[0] >= 0);
    }

    @Test
    void aFenceOfAThreadThatIsParkedIsPassed() {
        try (LiveEngine engine = new LiveEngine(ThreadLayout.twoCore(path -> path.equals("sleeper") ? 0 : 1), 1,
                new IdlePolicy(0, 0, 1_000_000_000, 1_000_000_000), 64, LiveEngine.DEFAULT_AWAIT_LIMIT)) {
            idle(engine, "sleeper");
            RevocationFence[] fence = new RevocationFence[1];
            FunctionAgent owner = engine.add("owner", ProcessorSpec.THIS_MACHINE, context -> {
                fence[0] = context.newFence();
                return new FunctionAgent(context, limit -> {
                    fence[0].isPassed();
                    return 0;
                });
            });
            engine.start();
            engine.tasks(owner).run(fence[0]::begin);
            engine.tasks(owner).await("the fence", fence[0]::isPassed);
        }
    }

    /** Counts who wakes it. */
    private static final class CountingWait implements IdleWait {
        final Semaphore signs = new Semaphore(0);
        final AtomicInteger wakes = new AtomicInteger();
        volatile boolean occupied;

        @Override
        public void await(long ns) {
            occupied = true;
            try {
                signs.tryAcquire(ns, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            occupied = false;
        }

        @Override
        public void wake() {
            wakes.incrementAndGet();
            signs.release();
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aThreadThatIsWokenSleepsAfterOneCycleWithoutWork() throws InterruptedException {
        AtomicInteger steps = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch sleeps = new CountDownLatch(3);
        IdleWait place = new IdleWait() {
            @Override
            public void await(long ns) {
                most.accumulateAndGet(steps.getAndSet(0), Math::max);
                sleeps.countDown();
                LockSupport.parkNanos(this, ns);
            }

            @Override
            public IdlePolicy policy(IdlePolicy engines) {
                return IdlePolicy.MOSTLY_WOKEN;
            }

            @Override
            public void wake() {
                // Whoever sleeps parks, and is unparked.
            }
        };
        try (LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1, IdlePolicy.SPIN, 64, LiveEngine.DEFAULT_AWAIT_LIMIT)) {
            FunctionAgent idle = engine.add("idle", ProcessorSpec.THIS_MACHINE, context -> new FunctionAgent(context, limit -> {
                steps.incrementAndGet();
                return 0;
            }));
            engine.sleepIn(idle, place);
            engine.start();
            // Not a condition of the engine: one that waits keeps the thread awake.
            sleeps.await();
        }
        assertEquals(1, most.get(), "cycles between two sleeps of a thread that has nothing to do");
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whoIsNoAgentWakesAThreadOrKeepsItAwake() throws InterruptedException {
        DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 4);
        AtomicInteger got = new AtomicInteger();
        AgentContext[] own = new AgentContext[1];
        // Without the call each token would wait for a minute.
        IdlePolicy never = new IdlePolicy(0, 0, 60_000_000_000L, 60_000_000_000L);
        try (LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1, never, 64, LiveEngine.DEFAULT_AWAIT_LIMIT)) {
            engine.add("receiver", ProcessorSpec.THIS_MACHINE, context -> {
                own[0] = context;
                return new FunctionAgent(context, limit -> list.poll() == null ? 0 : got.incrementAndGet());
            });
            engine.start();
            for (int i = 1; i <= 1_000; i++) {
                list.offerOrThrow(new Token(i));
                own[0].wakeFromOutside();
                while (got.get() < i) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    @Test
    void anOrderAndItsConditionAreOneRequest() {
        AtomicInteger orders = new AtomicInteger();
        try (LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1)) {
            int[] steps = new int[1];
            FunctionAgent agent = engine.add("agent", ProcessorSpec.THIS_MACHINE, context -> new FunctionAgent(context, limit -> {
                steps[0] += orders.get();
                return orders.get();
            }));
            engine.start();
            engine.tasks(agent).runAndAwait("ten steps", orders::incrementAndGet, () -> steps[0] >= 10);
            assertThrows(IllegalStateException.class, () -> engine.tasks(agent).runAndAwait("nothing", () -> {
                throw new IllegalStateException("refused");
            }, () -> true));
        }
        assertEquals(1, orders.get());
    }

    @Test
    void aDeliveryWakesAThreadWhereverItSleeps() {
        CountingWait place = new CountingWait();
        DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 4);
        Token token = new Token(0);
        try (LiveEngine engine = new LiveEngine(ThreadLayout.twoCore(path -> path.equals("sleeper") ? 0 : 1), 1, IdlePolicy.BACK_OFF, 64,
                LiveEngine.DEFAULT_AWAIT_LIMIT)) {
            FunctionAgent sleeper = engine.add("sleeper", ProcessorSpec.THIS_MACHINE, context -> {
                context.sleepUntilDelivery();
                context.consumes(list);
                return new FunctionAgent(context, limit -> list.poll() == null ? 0 : 1);
            });
            engine.sleepIn(sleeper, place);
            FunctionAgent sender = engine.add("sender", ProcessorSpec.THIS_MACHINE, context -> new FunctionAgent(context, limit -> {
                if (!place.occupied || !list.isEmpty()) {
                    return 0;
                }
                context.deliver(list, token, 0);
                return 1;
            }));
            engine.start();
            // The sleep has a bound of its own, so not every delivery finds the thread asleep.
            engine.tasks(sender).await("a wake", () -> place.wakes.get() > 0);
        }
        assertTrue(place.wakes.get() > 0);
    }
}
