package dev.spine.extension.panic.host.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.host.library.PanicCard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** No host reads an old value once a write is done. {@code -Dspine.seed=SEED} repeats a run. */
class CachedEntriesTest {
    private static final long SEED = Long.getLong("spine.seed", 1);
    private static final int NODES = 4;
    private static final int AGAIN_NS = 20_000_000;
    private static final int LOST_OF_THOUSAND = 50;
    private static final int STEPS = 150;
    private static final int KEYS = 6;

    private static void run(int losing, Consumer<Group> test) {
        try (ProtocolNodes nodes = new ProtocolNodes(NODES, SEED, losing)) {
            List<PanicCard> libraries = IntStream.range(0, NODES).mapToObj(nodes::library).toList();
            List<Long> addresses = IntStream.range(0, NODES).mapToObj(nodes::address).toList();
            List<CachedEntries> all = new ArrayList<>();
            for (int i = 0; i < NODES; i++) {
                all.add(new CachedEntries(libraries.get(i), i, addresses, AGAIN_NS));
            }
            test.accept(new Group(nodes, all));
            all.forEach(CachedEntries::close);
            libraries.forEach(PanicCard::close);
        }
    }

    private record Group(ProtocolNodes nodes, List<CachedEntries> all) {
        CachedEntries node(int index) {
            return all.get(index);
        }

        CachedEntries home(int key) {
            return all.get(key % NODES);
        }
    }

    @Test
    void aCopyIsReadWithoutAMessageAndIsGoneBeforeTheEntryChanges() {
        run(0, group -> {
            assertEquals(OptionalInt.of(0), group.home(5).read(5));
            assertEquals(OptionalInt.empty(), group.node(0).read(5));
            group.node(0).fetch(5);
            group.nodes().settle();
            assertEquals(OptionalInt.of(0), group.node(0).read(5));
            ProtocolNodes.Load before = group.nodes().load(0);
            assertTrue(group.home(5).write(5, 77));
            group.nodes().pass(Duration.ofMillis(30));
            assertTrue(group.home(5).isWritten());
            assertEquals(OptionalInt.of(77), group.home(5).read(5));
            assertEquals(OptionalInt.empty(), group.node(0).read(5));
            assertEquals(0, group.nodes().load(0).since(before).messages());
            group.node(0).fetch(5);
            group.nodes().pass(Duration.ofMillis(30));
            assertEquals(OptionalInt.of(77), group.node(0).read(5));
        });
    }

    @Test
    void aHomeWritesItsOwnEntriesOneAfterTheOther() {
        run(0, group -> {
            assertThrows(IllegalArgumentException.class, () -> group.node(0).write(5, 1));
            assertTrue(group.home(5).write(5, 1));
            assertFalse(group.home(5).write(9, 1));
            group.nodes().pass(Duration.ofMillis(30));
            assertTrue(group.home(5).write(9, 1));
            group.nodes().pass(Duration.ofMillis(30));
        });
    }

    @Test
    void aCopyThatWasLongOnTheWayIsNotTaken() {
        run(0, group -> {
            assertTrue(group.home(5).write(5, 77));
            group.nodes().pass(Duration.ofMillis(30));
            HostMachine late = group.nodes().sender(1);
            group.nodes().on(1, () -> late.send(group.nodes().address(0), CachedEntries.PROGRAM, 3, 5, 1, 0));
            group.nodes().pass(Duration.ofMillis(30));
            assertEquals(OptionalInt.empty(), group.node(0).read(5));
        });
    }

    @Test
    void noHostReadsAnOldValueThoughFramesAreLostAndRepeated() {
        run(LOST_OF_THOUSAND, group -> {
            Random random = new Random(SEED);
            int[] values = new int[KEYS];
            int[] next = new int[KEYS];
            int written = 0;
            for (int step = 0; step < STEPS; step++) {
                int key = random.nextInt(KEYS);
                CachedEntries home = group.home(key);
                if (random.nextInt(3) > 0) {
                    CachedEntries node = group.node(random.nextInt(NODES));
                    if (node != home) {
                        node.fetch(key);
                    }
                } else if (home.isWritten()) {
                    for (int i = key % NODES; i < KEYS; i += NODES) {
                        values[i] = next[i];
                    }
                    next[key] = random.nextInt();
                    assertTrue(home.write(key, next[key]));
                    written++;
                }
                group.nodes().pass(Duration.ofMillis(1 + random.nextInt(6)));
                for (int i = 0; i < KEYS; i++) {
                    boolean isDone = group.home(i).isWritten();
                    for (int node = 0; node < NODES; node++) {
                        OptionalInt read = group.node(node).read(i);
                        assertTrue(read.isEmpty() || read.getAsInt() == next[i] || !isDone && read.getAsInt() == values[i],
                            "entry " + i + " at node " + node + " in step " + step + ", -Dspine.seed=" + SEED);
                    }
                }
            }
            assertTrue(written > STEPS / 10, written + " writes");
            assertTrue(group.all().stream().mapToInt(CachedEntries::askedAgain).sum() > 0);
        });
    }
}
