package dev.spine.iop.engine.modelled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.iop.engine.FunctionAgent;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.RelaySystem;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.TestProfile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayTest {
    private static final String SYSTEM = "relays";
    private static final int[] ORDER = {0, 1, 2, 3, 4, 5};

    /** What the systems that the builder made have seen, by engine. */
    private final IdentityHashMap<ModelledEngine, List<String>> seen = new IdentityHashMap<>();

    private ModelledEngine build(long seed) {
        ModelledEngine engine = new ModelledEngine(TestProfile.machine(), seed);
        List<String> log = new ArrayList<>();
        seen.put(engine, log);
        RelaySystem relays = new RelaySystem(engine, 500, ORDER);
        FunctionAgent console = engine.add("node0/console", TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> 0));
        engine.bindInput("console", console, bytes -> {
            console.context().charge(Op.TOUCH_BYTE, bytes.length);
            log.add(console.context().nowNs() + " " + Arrays.toString(bytes));
        });
        engine.start();
        Tasks tasks = engine.tasks(relays.sink());
        tasks.spawn("watcher", () -> {
            tasks.await("the end", relays::hasEnded);
            tasks.run(() -> log.add("ended"));
        });
        return engine;
    }

    private final Replay replay = new Replay(SYSTEM, this::build);

    private List<String> seenBy(ModelledEngine engine) {
        return seen.getOrDefault(engine, List.of());
    }

    @Test
    void aRestoredRunIsAtTheSamePointAndGoesOnAlike() {
        ModelledEngine original = build(7);
        assertTrue(original.runTo(1000));
        original.input("console", new byte[] {1, 2, 3});
        assertTrue(original.runTo(2500));
        original.input("console", new byte[] {4});
        original.input("console", new byte[] {5});
        assertTrue(original.runTo(4000));
        Snapshot snapshot = original.snapshot(SYSTEM);
        assertEquals(4000, snapshot.eventNumber());
        assertEquals(3, snapshot.inputs().size());

        ModelledEngine restored = replay.restore(snapshot);
        assertEquals(original.digest(), restored.digest());
        assertEquals(original.nowNs(), restored.nowNs());
        assertEquals(seenBy(original), seenBy(restored));
        assertEquals(3, seenBy(restored).size());
        original.advanceTo(1_000_000_000);
        restored.advanceTo(1_000_000_000);
        assertEquals(original.digest(), restored.digest());
        assertEquals(seenBy(original), seenBy(restored));
        assertEquals("ended", seenBy(restored).getLast());
        original.close();
        restored.close();
    }

    @Test
    void aStepBackIsTheSameRunOneEventEarlier() {
        ModelledEngine original = build(3);
        List<Long> digests = new ArrayList<>();
        for (long event = 0; event <= 300; event++) {
            original.runTo(event);
            digests.add(original.digest());
            if (event == 150) {
                original.input("console", new byte[] {9});
            }
        }
        Snapshot snapshot = original.snapshot(SYSTEM);
        original.close();
        for (int back : new int[] {1, 2, 149, 150, 151, 299, 300}) {
            ModelledEngine earlier = replay.restore(snapshot.at(snapshot.eventNumber() - back));
            assertEquals(digests.get(300 - back), earlier.digest(), () -> back + " steps back");
            earlier.close();
        }
        assertThrows(IllegalArgumentException.class, () -> snapshot.at(301));
    }

    @Test
    void callsThatAreNotRecordedMakeASnapshotImpossible() {
        ModelledEngine engine = new ModelledEngine(TestProfile.machine(), 1);
        FunctionAgent a = engine.add("a", TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> 0));
        engine.start();
        engine.tasks(a).run(() -> { });
        assertEquals(SYSTEM, engine.snapshot(SYSTEM).system());
        engine.tasks(a).run(() -> { });
        assertThrows(IllegalStateException.class, () -> engine.snapshot(SYSTEM));
        engine.close();
    }

    @Test
    void aSnapshotOfAnotherSystemIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> replay.restore(new Snapshot("other", 1, List.of(), 0)));
        assertThrows(IllegalStateException.class, () -> replay.restore(new Snapshot(SYSTEM, 1, List.of(), Long.MAX_VALUE)));
        seen.keySet().forEach(ModelledEngine::close);
    }

    @Test
    void aRunEndsWhereItsEventsEnd() {
        ModelledEngine engine = new ModelledEngine(TestProfile.machine(), 1);
        engine.add("a", TestProfile.PROCESSOR, context -> new FunctionAgent(context, limit -> 0));
        engine.start();
        assertTrue(engine.runTo(1));
        assertFalse(engine.runTo(2));
        assertThrows(IllegalArgumentException.class, () -> engine.input("nothing", new byte[0]));
        engine.close();
    }
}
