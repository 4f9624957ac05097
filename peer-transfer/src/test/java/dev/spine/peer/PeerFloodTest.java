package dev.spine.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.kernel.IopCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** IOPs that flood each other at one-frame margins always make progress. Run one seed again with {@code -Dspine.seed=N}. */
class PeerFloodTest {
    private static final long LIMIT_NS = 10_000_000_000L;

    @Test
    void peersThatFloodEachOtherAtOneFrameMarginsMakeProgress() {
        Tally tally = new Tally();
        int seeds = Seeds.run(300, seed -> flood(seed, tally));
        tally.report("PeerFloodTest", seeds);
    }

    @Test
    @Tag("full")
    void peersThatFloodEachOtherAtOneFrameMarginsMakeProgressWithTenThousandSeeds() {
        Tally tally = new Tally();
        int seeds = Seeds.run(10_000, seed -> flood(seed, tally));
        tally.report("PeerFloodTest", seeds);
    }

    private static void flood(long seed, Tally tally) {
        SplittableRandom random = new SplittableRandom(seed);
        try (ModelledEngine engine = TestNode.modelled(seed)) {
            TestNode node = new TestNode(engine);
            int count = 2 + random.nextInt(3);
            List<FloodModule> modules = new ArrayList<>();
            List<Integer> tids = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                PeerSettings settings = new PeerSettings(1 + random.nextInt(2), 1, 100_000_000L, 1_000_000_000L);
                tally.add("IOPs with one frame for requests", settings.requestFrames() == 1 ? 1 : 0);
                TestIop iop = node.add(settings, TestNode.processor(10_000_000L + random.nextLong(90_000_000L)), UnaryOperator.identity());
                FloodModule module = new FloodModule(new FloodModule.Habits(10 + random.nextInt(30), 1 + random.nextInt(4),
                    1 + random.nextInt(5), 1 + random.nextInt(3), random.nextBoolean() ? 0 : 20_000, 5_000_000_000L, 0));
                modules.add(module);
                tids.add(iop.install(module));
            }
            long expected = 0;
            for (int i = 0; i < count; i++) {
                for (int j = 0; j < count; j++) {
                    if (i != j) {
                        modules.get(i).flood(node.iops().get(j).iopId, tids.get(j));
                    }
                }
            }
            node.start();
            boolean done = TestNode.runUntil(engine, LIMIT_NS, () -> modules.stream().allMatch(FloodModule::isDone));
            if (!done) {
                fail((engine.isIdle() ? "stuck" : "too slow") + " at " + engine.nowNs() + " ns with "
                    + modules.stream().map(m -> m.completed + " completed").toList() + " " + node.frameLosses());
            }
            engine.advanceTo(engine.nowNs() + 10_000_000);
            for (FloodModule module : modules) {
                expected += module.completed;
                assertEquals(0, module.failed, "failed");
                assertEquals(0, module.wrongReplies, "wrong replies");
            }
            assertEquals(expected, modules.stream().mapToLong(m -> m.served).sum());
            tally.add("systems of " + count + " IOPs", 1);
            tally.add("exchanges completed", expected);
            tally.add("replies", modules.stream().mapToLong(m -> m.repliesSeen).sum());
            tally.add("replies that waited for a frame", node.iops().stream()
                .mapToLong(iop -> iop.kernel.counters().get(IopCounters.Counter.REPLIES_WAITED)).sum());
            assertEquals(List.of(), node.frameLosses());
        }
    }
}
