package dev.spine.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.engine.modelled.ModelledEngine;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Peers under loss, repetition and corruption of messages, slow devices and resets of IOPs: every exchange ends, no frame is lost, no byte
 * is written outside a frame, and afterwards everything works. Run one seed again with {@code -Dspine.seed=N}.
 */
@Tag("SS-04")
class PeerFaultTest {
    private static final long US = 1_000L;
    private static final long MS = 1_000_000L;
    private static final byte CANARY = (byte) 0xA5;

    @Test
    void faultsEndEveryExchangeAndLoseNoFrame() {
        Tally tally = new Tally();
        int seeds = Seeds.run(100, seed -> faults(seed, tally));
        tally.report("PeerFaultTest", seeds);
    }

    @Test
    @Tag("full")
    void faultsEndEveryExchangeAndLoseNoFrameWithTwoThousandSeeds() {
        Tally tally = new Tally();
        int seeds = Seeds.run(2_000, seed -> faults(seed, tally));
        tally.report("PeerFaultTest", seeds);
    }

    private static void faults(long seed, Tally tally) {
        SplittableRandom random = new SplittableRandom(seed);
        try (ModelledEngine engine = TestNode.modelled(seed)) {
            TestNode node = new TestNode(engine);
            int count = 2 + random.nextInt(3);
            List<FloodModule> modules = new ArrayList<>();
            List<Integer> tids = new ArrayList<>();
            List<FaultyContext> contexts = new ArrayList<>();
            FaultyContext.Rates rates = new FaultyContext.Rates(random.nextInt(40), random.nextInt(40), random.nextInt(40));
            for (int i = 0; i < count; i++) {
                PeerSettings settings = new PeerSettings(1 + random.nextInt(4), 1 + random.nextInt(2), 2 * MS, MS);
                TestIop iop = node.add(settings, TestNode.processor(10_000_000L + random.nextLong(90_000_000L)), real -> {
                    FaultyContext context = new FaultyContext(real, seed, rates);
                    contexts.add(context);
                    return context;
                });
                tally.add("IOPs with one frame for requests", settings.requestFrames() == 1 ? 1 : 0);
                long serviceNs = random.nextInt(4) == 0 ? 800 * US : 20 * US;
                tally.add("slow devices", serviceNs == 800 * US ? 1 : 0);
                FloodModule module = new FloodModule(new FloodModule.Habits(10 + random.nextInt(20), 1 + random.nextInt(4),
                    1 + random.nextInt(5), 1 + random.nextInt(3), serviceNs, MS, 3 * MS));
                modules.add(module);
                tids.add(iop.install(module));
                iop.window.memory().fill(CANARY);
            }
            for (int i = 0; i < count; i++) {
                for (int j = 0; j < count; j++) {
                    if (i != j) {
                        modules.get(i).flood(node.iops().get(j).iopId, tids.get(j));
                    }
                }
            }
            node.start();
            int resets = random.nextInt(4);
            for (int i = 0; i < resets; i++) {
                TestNode.runUntil(engine, random.nextLong(3 * MS) + 1, () -> false);
                TestIop victim = node.iops().get(random.nextInt(count));
                boolean inMidStream = !modules.stream().allMatch(FloodModule::isDone);
                tally.add("resets in mid-stream", inMidStream ? 1 : 0);
                victim.run(victim::reset);
                TestNode.runUntil(engine, random.nextLong(MS) + 1, () -> false);
                victim.run(() -> victim.enable(node.table()));
            }
            boolean done = TestNode.runUntil(engine, 20_000 * MS, () -> modules.stream().allMatch(FloodModule::isDone));
            if (!done) {
                fail((engine.isIdle() ? "stuck" : "too slow") + " at " + engine.nowNs() + " ns with "
                    + modules.stream().map(FloodModule::toString).toList() + " " + node.frameLosses());
            }
            engine.advanceTo(engine.nowNs() + 20 * MS);
            assertEquals(List.of(), node.frameLosses());
            assertTrue(modules.stream().allMatch(FloodModule::isIdle), "requests left in work");
            node.iops().forEach(PeerFaultTest::assertNoStrayByte);
            long ended = modules.stream().mapToLong(m -> m.completed + m.failed + m.expired).sum();
            assertEquals(modules.stream().mapToLong(FloodModule::started).sum(), ended);
            contexts.forEach(context -> context.count(tally));
            tally.add("systems of " + count + " IOPs", 1);
            tally.add("exchanges completed", modules.stream().mapToLong(m -> m.completed).sum());
            tally.add("exchanges failed", modules.stream().mapToLong(m -> m.failed).sum());
            tally.add("exchanges expired", modules.stream().mapToLong(m -> m.expired).sum());
            tally.add("replies refused as wrong", modules.stream().mapToLong(m -> m.wrongReplies).sum());
        }
    }

    /** Every byte of the window outside the frames of its queue pairs is what it was. */
    private static void assertNoStrayByte(TestIop iop) {
        MemorySegment window = iop.window.memory();
        BitSet frames = new BitSet();
        for (QueuePair queuePair : iop.unit.queuePairs()) {
            for (int address = MessagingUnit.FIRST_MFA; address < window.byteSize(); address += Integer.BYTES) {
                Frame frame = queuePair.frameAt(address);
                if (frame != null) {
                    frames.set((int) frame.offset(), (int) frame.offset() + frame.slotBytes());
                }
            }
        }
        for (int at = 0; at < window.byteSize(); at++) {
            if (!frames.get(at) && window.get(ValueLayout.JAVA_BYTE, at) != CANARY) {
                fail("byte 0x" + Integer.toHexString(at) + " of the window of IOP " + iop.iopId + " was written");
            }
        }
    }
}
