package dev.spine.command.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.host.driver.HostException;
import dev.spine.i2o.IopState;
import dev.spine.iop.engine.live.AbandonedThreads;
import dev.spine.iop.kernel.DeviceModule;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An extension that does not come back: its card fails, everything else on its thread goes on, and a reset brings the card back. */
@Timeout(300)
class HungExtensionTest {
    /** Long enough for code that runs for the first time on a machine that does something else. */
    private static final Duration LIMIT = Duration.ofMillis(500);
    /** Enough for whoever does not wait: of others only time counts that they have a processor. */
    private static final Duration SHORT_LIMIT = Duration.ofMillis(50);
    private static final int ROUNDS = Integer.getInteger("spine.rounds", 100);
    private static final Duration LONG_LIMIT = Duration.ofMinutes(5);
    private static final int NODES = AbandonedThreads.MAX - 1;

    @AfterEach
    void everyThreadEnds() {
        HungNode.await("the end of threads that were given up", () -> AbandonedThreads.count() == 0);
    }

    @Test
    void onlyItsCardFailsAndTheOthersOfItsThreadGoOn() {
        try (HungNode node = new HungNode(LIMIT)) {
            node.hang(HungNode.PACKET);
            node.awaitPackets("good");
            assertEquals(IopState.FAILED, node.state("bad"));
            assertEquals(IopState.OPERATIONAL, node.state("good"));
            assertThrows(HostException.class, () -> node.runtime("bad").list());
        }
    }

    @Test
    void whoHangsIsNamedWithOwnerAndLineOfCode() {
        try (HungNode node = new HungNode(LIMIT)) {
            node.hang(HungNode.PACKET);
            assertTrue(node.log.getFirst().matches("node0/bad: extension 1 \\(accounting\\) of owner 0 took longer than 500 ms in"
                + " [\\w$]+\\.\\w+\\(\\w+.java:\\d+\\).*"), node.log.toString());
            assertTrue(node.log.get(1).startsWith("node0/bad: failed: extension 1 (accounting) of owner 0, in "), node.log.toString());
            assertEquals(node.log, node.engine.watched().last());
            assertEquals(1, node.engine.watched().hungActivations());
        }
    }

    @Test
    void aResetBringsTheCardBackWhileTheThreadStillHangs() {
        try (HungNode node = new HungNode(LIMIT)) {
            node.hang(HungNode.TIMER);
            node.reset();
            node.load("bad");
            node.awaitPackets("bad");
            node.awaitPackets("good");
            assertEquals(1, AbandonedThreads.count());
        }
    }

    @Test
    void whenTheLeafLetsGoItsThreadEndsAndHarmsNobody() {
        try (HungNode node = new HungNode(LIMIT)) {
            CountDownLatch latch = node.hang(HungNode.PACKET);
            node.reset();
            node.load("bad");
            latch.countDown();
            HungNode.await("the end of the thread", () -> AbandonedThreads.count() == 0);
            node.awaitPackets("bad");
            node.awaitPackets("good");
        }
    }

    @Test
    void codeThatComesBackInTimeIsStoppedAndItsCardGoesOn() {
        try (HungNode node = new HungNode(LIMIT)) {
            CountDownLatch latch = node.arm(HungNode.PACKET);
            HungNode.await("the verdict", () -> node.engine.watched().hungActivations() == 1);
            latch.countDown();
            // On a machine that stands still here the thread is given up after all.
            HungNode.await("the verdict carried out", () -> node.engine.watched().failedAgents() == 1
                || node.state("bad") == IopState.OPERATIONAL && node.runtime("bad").list().getFirst().state().equals("failed"));
            node.awaitPackets("good");
        }
    }

    @Test
    void asSoonAsFourThreadsHangNoCardIsResetAnyMore() {
        try (HungNode node = new HungNode(LIMIT)) {
            for (int i = 0; i < AbandonedThreads.MAX - 1; i++) {
                node.hang(HungNode.PACKET);
                node.reset();
                node.load("bad");
                node.awaitPackets("bad");
            }
            CountDownLatch latch = node.hang(HungNode.PACKET);
            HostException refused = assertThrows(HostException.class, node::reset);
            assertTrue(String.valueOf(refused.getMessage()).contains("refuses to be reset"), refused.getMessage());
            assertTrue(node.log.getLast().contains("not reset: 4 threads"), node.log.toString());
            latch.countDown();
            HungNode.await("a place", () -> !AbandonedThreads.isFull());
            node.reset();
            node.load("bad");
            node.awaitPackets("bad");
        }
    }

    @Test
    void theEngineEndsAlsoBeforeTheThreadIsGivenUp() {
        try (HungNode node = new HungNode(LONG_LIMIT)) {
            node.arm(HungNode.PACKET);
            long begin = System.nanoTime();
            node.engine.close();
            assertTrue(System.nanoTime() - begin < Duration.ofSeconds(10).toNanos(), "it took too long");
        }
    }

    @Test
    void fewRoundsLeaveNothing() {
        try (HungNode node = new HungNode(LIMIT)) {
            node.reset();
            node.load("bad");
            rounds(node, 2);
        }
    }

    /**
     * On several nodes at once, as the rounds are spent waiting; no more than so many threads hang at a time that resets are refused.
     * {@code -Dspine.rounds=1000} is the campaign.
     */
    @Test
    @Tag("full")
    void manyRoundsLeaveNothing() {
        new HungNode(LIMIT).close();
        IntStream.range(0, NODES).parallel().forEach(_ -> {
            try (HungNode node = new HungNode(SHORT_LIMIT)) {
                rounds(node, ROUNDS / NODES + 1);
            }
        });
    }

    private static void rounds(HungNode node, int count) {
        List<WeakReference<DeviceModule>> runtimes = new ArrayList<>();
        int regions = node.regions();
        int contexts = node.contexts();
        for (int i = 0; i < count; i++) {
            node.awaitPackets("bad");
            CountDownLatch latch = node.hang(i % 2 == 0 ? HungNode.PACKET : HungNode.TIMER);
            node.reset();
            runtimes.add(new WeakReference<>(node.module("bad")));
            node.load("bad");
            latch.countDown();
            long gone = i + 1L;
            HungNode.await("the end of the thread", () -> node.ended() == gone);
        }
        node.awaitPackets("bad");
        node.awaitPackets("good");
        assertEquals(count, node.engine.watched().failedAgents());
        assertEquals(regions, node.regions());
        assertEquals(contexts, node.contexts());
        // The one that is there now was made in the last round.
        HungNode.await("nothing of earlier rounds", () -> {
            System.gc();
            return runtimes.subList(0, count - 1).stream().allMatch(runtime -> runtime.refersTo(null));
        });
    }
}
