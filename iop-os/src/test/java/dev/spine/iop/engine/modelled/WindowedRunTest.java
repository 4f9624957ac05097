package dev.spine.iop.engine.modelled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.EngineFailedException;
import dev.spine.iop.engine.FunctionAgent;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.TestProfile;
import dev.spine.iop.engine.Timer;
import dev.spine.iop.engine.TimerList;
import dev.spine.iop.engine.Token;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes executed side by side: the same run whatever the number of threads, and clear errors where nodes cannot be told apart. */
class WindowedRunTest {
    private static final long END_NS = 2_000_000;
    private static final int CLUSTERS = 10;

    /** A run: what its nodes did, and what is known of it. */
    private record Run(ModelledEngine engine, RandomCluster cluster, TreeMap<String, StringBuilder> tapped) {
        static Run of(long seed) {
            ModelledEngine engine = new ModelledEngine(TestProfile.machine(), seed);
            TreeMap<String, StringBuilder> tapped = new TreeMap<>();
            for (int i = 0; i < 13; i++) {
                tapped.put("node" + i, new StringBuilder());
            }
            engine.tap((from, timeNs, list, item) -> {
                StringBuilder ofNode = tapped.get(ModelledNode.nameOf(from));
                if (ofNode != null) {
                    ofNode.append(from).append(' ').append(timeNs).append(' ').append(list.name()).append(' ').append(item).append('\n');
                }
            });
            Run run = new Run(engine, new RandomCluster(engine, seed), tapped);
            engine.start();
            return run;
        }

        /** Everything that can be said of it, in bytes. */
        String text() {
            return cluster.traces() + cluster.counters() + tapped + engine.eventNumber() + " events, digest " + engine.digest() + " at "
                + engine.nowNs();
        }

        String close() {
            assertEquals(List.of(), engine.conservation().broken());
            engine.close();
            return text();
        }
    }

    private static void forSeeds(LongConsumer test) {
        long first = Long.getLong("spine.seed", new Random().nextLong());
        SplittableRandom seeds = new SplittableRandom(first);
        for (int i = 0; i < CLUSTERS; i++) {
            long seed = i == 0 ? first : seeds.nextLong();
            try {
                test.accept(seed);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("run again with -Dspine.seed=" + seed, e);
            }
        }
    }

    private static String serial(long seed) {
        Run run = Run.of(seed);
        run.engine.advanceTo(END_NS);
        return run.close();
    }

    @Test
    void theNumberOfThreadsChangesNothing() {
        forSeeds(seed -> {
            String expected = serial(seed);
            assertTrue(expected.lines().count() > 50, expected);
            for (int threads : new int[] {1, 2, 4}) {
                Run run = Run.of(seed);
                run.engine.advanceTo(END_NS, threads);
                assertEquals(expected, run.close(), threads + " threads");
            }
        });
    }

    @Test
    void serialAndWindowedPartsOfARunCanFollowEachOther() {
        forSeeds(seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            Run run = Run.of(seed);
            long time = 0;
            while (time < END_NS) {
                time = Math.min(END_NS, time + random.nextLong(END_NS / 4));
                switch (random.nextInt(3)) {
                    case 0 -> run.engine.advanceTo(time);
                    case 1 -> {
                        run.engine.runTo(run.engine.eventNumber() + random.nextInt(500));
                        run.engine.advanceTo(time, 1);
                    }
                    default -> run.engine.advanceTo(time, 1 + random.nextInt(4));
                }
            }
            assertEquals(serial(seed), run.close());
        });
    }

    @Test
    void aPointThatSeveralThreadsReachedIsRestoredAndGoesOnAlike() {
        forSeeds(seed -> {
            Run original = Run.of(seed);
            original.engine.advanceTo(END_NS / 3, 2);
            Snapshot middle = original.engine.snapshot("cluster");
            long digest = original.engine.digest();
            original.engine.advanceTo(END_NS, 4);
            List<Run> restored = new ArrayList<>();
            ModelledEngine engine = new Replay("cluster", of -> {
                restored.add(Run.of(of));
                return restored.getFirst().engine;
            }).restore(middle);
            assertEquals(digest, engine.digest());
            engine.advanceTo(END_NS, 2);
            assertEquals(original.close(), restored.getFirst().close());
        });
    }

    /** Prints what a run did: seed, number of threads. */
    static final class InProcess {
        private InProcess() {}

        public static void main(String[] arguments) {
            Run run = Run.of(Long.parseLong(arguments[0]));
            run.engine.advanceTo(END_NS, Integer.parseInt(arguments[1]));
            System.out.print(run.close());
        }
    }

    @Test
    @Tag("full")
    void anotherProcessRunsAlike() {
        forSeeds(seed -> assertEquals(serial(seed), inProcess(seed, 2)));
    }

    private static String inProcess(long seed, int threads) {
        try {
            Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), InProcess.class.getName(), String.valueOf(seed), String.valueOf(threads))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
            try (InputStream output = process.getInputStream()) {
                String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
                assertTrue(process.waitFor(60, TimeUnit.SECONDS));
                return text;
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError("the other process", e);
        }
    }

    @Test
    void anotherSeedIsAnotherRun() {
        assertNotEquals(serial(1), serial(2));
    }

    private final ModelledEngine engine = new ModelledEngine(TestProfile.machine(), 1);

    private FunctionAgent idle(String path) {
        return engine.add(path, TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> 0));
    }

    /** An agent that does something once. */
    private FunctionAgent once(String path, long atNs, Consumer<AgentContext> what) {
        return engine.add(path, TestProfile.PROCESSOR, context -> {
            TimerList timers = new TimerList(context, 1);
            timers.start(new Timer("once", () -> what.accept(context)), atNs);
            return new FunctionAgent(context, limit -> {
                int done = timers.expire(limit);
                timers.arm();
                return done;
            });
        });
    }

    private DeliveryList<Token> listOf(FunctionAgent consumer) {
        DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 8);
        consumer.context().consumes(list);
        return list;
    }

    @Test
    void whatReachesAnotherNodeFasterThanAnyWireIsAnErrorThatNamesTheSender() {
        DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 8);
        FunctionAgent sender = once("left/hasty", 100, context -> context.deliver(list, new Token(0), 200));
        FunctionAgent receiver = idle("right/patient");
        receiver.context().consumes(list);
        sender.context().meets(receiver.context(), "the long wire", 500);
        engine.start();
        EngineFailedException failed = assertThrows(EngineFailedException.class, () -> engine.advanceTo(10_000, 2));
        String message = String.valueOf(failed.getMessage());
        assertTrue(message.contains("'left/hasty' delivers to list 'tokens' of node 'right'"), message);
        assertTrue(message.contains("'the long wire'"), message);
        engine.close();
    }

    @Test
    void theSameIsAnErrorInOneOrderToo() {
        DeliveryList<Token> list = DeliveryList.singleProducer("tokens", 8);
        FunctionAgent sender = once("left/hasty", 100, context -> context.deliver(list, new Token(0)));
        FunctionAgent receiver = idle("right/patient");
        receiver.context().consumes(list);
        sender.context().meets(receiver.context(), "the long wire", 500);
        engine.start();
        assertThrows(EngineFailedException.class, () -> engine.advanceTo(10_000));
        engine.close();
    }

    @Test
    void nodesThatNoWireJoinsAreWhollyIndependent() {
        once("left/a", 100, context -> context.charge(Op.UNIT));
        once("right/b", 100, context -> context.charge(Op.UNIT));
        engine.start();
        engine.advanceTo(1_000_000_000_000L, 2);
        assertTrue(engine.isIdle());
        assertEquals(1_000_000_000_000L, engine.nowNs());
        engine.close();
    }

    @Test
    void aWireThatTakesNoTimeLeavesNoWindow() {
        idle("left/a").context().meets(idle("right/b").context(), "the short wire", 0);
        engine.start();
        IllegalStateException refused = assertThrows(IllegalStateException.class, () -> engine.advanceTo(10_000, 2));
        assertTrue(String.valueOf(refused.getMessage()).contains("'the short wire'"), refused.getMessage());
        engine.advanceTo(10_000);
        engine.close();
    }

    @Test
    void aWireWithinANodeShortensNoWindow() {
        idle("left/a").context().meets(idle("left/b").context(), "the short wire", 0);
        idle("right/c");
        engine.start();
        engine.advanceTo(10_000, 2);
        engine.close();
    }

    @Test
    void tasksNeedOneOrderOfAllNodes() {
        FunctionAgent host = idle("left/a");
        idle("right/b");
        engine.start();
        boolean[] holds = new boolean[1];
        engine.tasks(host).spawn("sleeper", () -> engine.tasks(host).await("the end", () -> holds[0]));
        engine.advanceTo(1000);
        IllegalStateException refused = assertThrows(IllegalStateException.class, () -> engine.advanceTo(2000, 2));
        assertTrue(String.valueOf(refused.getMessage()).contains("'sleeper'"), refused.getMessage());
        engine.tasks(host).run(() -> holds[0] = true);
        engine.advanceTo(2000);
        engine.advanceTo(3000, 2);
        assertThrows(IllegalArgumentException.class, () -> engine.advanceTo(4000, 0));
        engine.close();
    }

    @Test
    void anAgentThatWaitsForItselfWithinAWindowIsADefectAndNoStandstill() {
        FunctionAgent[] agents = new FunctionAgent[4];
        for (int i = 0; i < agents.length; i++) {
            int own = i;
            agents[i] = once("node" + i + "/a", 1000, context -> engine.tasks(agents[own]).run(() -> { }));
        }
        engine.start();
        EngineFailedException failed = assertThrows(EngineFailedException.class, () -> engine.advanceTo(10_000, 2));
        assertTrue(String.valueOf(failed.getMessage()).contains("within a step"), failed.getMessage());
        engine.close();
    }

    @Test
    void theFirstOfSeveralDefectsIsToldWhoeverFoundIt() {
        for (int threads = 1; threads <= 4; threads++) {
            try (ModelledEngine one = new ModelledEngine(TestProfile.machine(), 1)) {
                for (int i = 0; i < 8; i++) {
                    int own = i;
                    one.add("node" + i + "/a", TestProfile.PROCESSOR, context -> {
                        context.wakeAt(10_000 - own * 1000L);
                        return new FunctionAgent(context, limit -> {
                            if (context.nowNs() > 1000) {
                                throw new IllegalStateException("defect of " + own);
                            }
                            context.wakeAt(10_000 - own * 1000L);
                            return 0;
                        });
                    });
                }
                one.start();
                int count = threads;
                EngineFailedException failed = assertThrows(EngineFailedException.class, () -> one.advanceTo(100_000, count));
                assertEquals("defect of 7", String.valueOf(failed.getCause().getMessage()));
                assertEquals(3_000, one.nowNs(), "the time of the defect");
                assertThrows(EngineFailedException.class, () -> one.advanceTo(200_000, count));
            }
        }
    }

    @Test
    void noThreadOutlivesItsRun() {
        for (int i = 0; i < 4; i++) {
            once("node" + i + "/a", 1000, context -> context.charge(Op.UNIT));
        }
        engine.start();
        engine.advanceTo(10_000, 4);
        assertFalse(Thread.getAllStackTraces().keySet().stream().anyMatch(thread -> thread.getName().startsWith("nodes ")));
        engine.close();
    }

    @Test
    @Tag("SS-56")
    void aThousandNodesOfSeveralAgentsAreOneEngine() {
        int nodes = 1000;
        int agents = 4;
        List<DeliveryList<Token>> rings = new ArrayList<>();
        int[] passed = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            rings.add(DeliveryList.singleProducer("ring " + node, 4));
        }
        AgentContext before = null;
        for (int node = 0; node < nodes; node++) {
            int own = node;
            for (int agent = 1; agent < agents; agent++) {
                idle("node" + node + "/agent" + agent);
            }
            String path = "node" + node + "/agent0";
            FunctionAgent first = engine.add(path, TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> {
                Token token = rings.get(own).poll();
                if (token == null) {
                    return 0;
                }
                passed[own]++;
                context.deliver(rings.get((own + 1) % nodes), token, 500);
                return 1;
            }));
            first.context().consumes(rings.get(node));
            if (before != null) {
                before.meets(first.context(), "ring", 500);
            }
            before = first.context();
        }
        rings.getFirst().offerOrThrow(new Token(0));
        engine.start();
        engine.advanceTo(3L * nodes * 600, 2);
        assertTrue(passed[nodes - 1] >= 2, "went round " + passed[nodes - 1] + " times");
        engine.close();
    }

    @Test
    void aNodeHasSoManyAgentsAndNoMore() {
        for (int i = 0; i <= EventOrder.MAX_AGENTS; i++) {
            idle("node0/agent" + i);
        }
        IllegalStateException refused = assertThrows(IllegalStateException.class, engine::start);
        assertTrue(String.valueOf(refused.getMessage()).contains("node 'node0'"), refused.getMessage());
        engine.close();
    }

    @Test
    void whatIsReturnedFromAnotherNodeIsUnderWayAsLongAsTheWireTakes() {
        DeliveryList<Token> free = DeliveryList.singleProducer("free", 4);
        DeliveryList<Token> local = DeliveryList.singleProducer("free within the node", 4);
        Token token = new Token(0);
        FunctionAgent taker = idle("left/taker");
        FunctionAgent user = once("right/user", 1000, context -> context.deliver(free, token));
        once("left/neighbour", 1000, context -> context.deliver(local, token));
        taker.context().takesBack(free, 500);
        taker.context().takesBack(local, 500);
        taker.context().meets(user.context(), "wire", 500);
        engine.start();
        engine.advanceTo(1400);
        assertTrue(free.isEmpty());
        assertSame(token, local.poll());
        engine.advanceTo(1600, 2);
        assertSame(token, free.poll());
        assertTrue(listOf(taker).isEmpty());
        engine.close();
    }

    /** What a node finds at the last instant of a run, when something from another node arrives just then. */
    private static List<String> foundAtTheLastInstant(Advance advance) {
        ModelledEngine engine = new ModelledEngine(TestProfile.machine(), 1);
        ProcessorSpec free = new ProcessorSpec("takes no time", TestProfile.everyOperation(0));
        DeliveryList<Token> list = DeliveryList.singleProducer("list", 4);
        List<String> found = new ArrayList<>();
        FunctionAgent receiver = engine.add("right/receiver", free, context -> {
            TimerList timers = new TimerList(context, 1);
            timers.start(new Timer("last instant", () -> found.add("timer, token " + !list.isEmpty())), 1000);
            return new FunctionAgent(context, limit -> {
                int done = timers.expire(limit);
                timers.arm();
                return done > 0 || list.poll() == null ? done : 1;
            });
        });
        receiver.context().consumes(list);
        FunctionAgent sender = engine.add("left/sender", free, context -> {
            TimerList timers = new TimerList(context, 1);
            timers.start(new Timer("now", () -> context.deliver(list, new Token(0), 1000)), 0);
            return new FunctionAgent(context, limit -> timers.expire(limit));
        });
        sender.context().meets(receiver.context(), "wire", 1000);
        engine.start();
        advance.accept(engine, 1000);
        engine.close();
        return found;
    }

    /** Lets virtual time become something. */
    private interface Advance {
        void accept(ModelledEngine engine, long timeNs);
    }

    @Test
    void whatArrivesAtTheLastInstantComesBeforeTheStepsOfThatInstant() {
        assertEquals(List.of("timer, token true"), foundAtTheLastInstant(ModelledEngine::advanceTo));
        assertEquals(List.of("timer, token true"), foundAtTheLastInstant((engine, timeNs) -> engine.advanceTo(timeNs, 2)));
    }

    @Test
    void aScheduleIsForOneThread() {
        ModelledEngine scheduled = new ModelledEngine(TestProfile.machine(), 1);
        scheduled.schedule(new Schedule() { });
        scheduled.start();
        IllegalStateException refused = assertThrows(IllegalStateException.class, () -> scheduled.advanceTo(1, 2));
        assertTrue(String.valueOf(refused.getMessage()).contains("schedule"), refused.getMessage());
        scheduled.close();
    }
}
