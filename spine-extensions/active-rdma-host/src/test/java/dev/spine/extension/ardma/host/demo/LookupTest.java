package dev.spine.extension.ardma.host.demo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.host.RoutineRun;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Fault;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Structures that find a value by its key, beside a {@link TreeMap} of the same keys. */
@Tag("AR-18")
@Tag("AR-21")
class LookupTest {
    private static final long OTHERWISE = 0xDEAD;
    private static final int[] SIZES = {0, 1, 2, 3, 15, 16, 17, 255, 300};

    private final long seed = Long.getLong("spine.seed", new Random().nextLong());
    private final Random random = new Random(seed);

    /** A structure that is laid out from keys in order. */
    private enum Structure {
        LIST {
            @Override
            byte[] routine() {
                return LinkedList.lookupRoutine();
            }

            @Override
            Area layOut(long[] keys, long[] values, Random random) {
                Area area = area(LinkedList.bytes(keys.length));
                List<Integer> places = new ArrayList<>(IntStream.range(0, keys.length).boxed().toList());
                Collections.shuffle(places.subList(Math.min(1, places.size()), places.size()), random);
                LinkedList.layOut(area, keys, values, places.stream().mapToInt(Integer::intValue).toArray());
                return area;
            }

            @Override
            long[] call(Area area, long key) {
                return new long[] {key, OTHERWISE};
            }
        },
        HASH_TABLE {
            @Override
            byte[] routine() {
                return HashTable.lookupRoutine();
            }

            @Override
            Area layOut(long[] keys, long[] values, Random random) {
                int slots = Math.max(1, Integer.highestOneBit(keys.length) << random.nextInt(1, 3));
                Area area = area(HashTable.bytes(slots));
                HashTable.layOut(area, slots, keys, values);
                return area;
            }

            @Override
            long[] call(Area area, long key) {
                return new long[] {key, OTHERWISE, area.length() / HashTable.SLOT_BYTES};
            }
        },
        TREE {
            @Override
            byte[] routine() {
                return SearchTree.lookupRoutine();
            }

            @Override
            Area layOut(long[] keys, long[] values, Random random) {
                Area area = area(SearchTree.bytes(keys.length, FAN_OUT));
                SearchTree.layOut(area, FAN_OUT, keys, values);
                return area;
            }

            @Override
            long[] call(Area area, long key) {
                return new long[] {key, OTHERWISE, FAN_OUT};
            }
        },
        SKIP_LIST {
            @Override
            byte[] routine() {
                return SkipList.lookupRoutine();
            }

            @Override
            Area layOut(long[] keys, long[] values, Random random) {
                Area area = area(SkipList.bytes(keys.length));
                SkipList.layOut(area, keys, values);
                return area;
            }

            @Override
            long[] call(Area area, long key) {
                return new long[] {key, OTHERWISE};
            }
        };

        private static final int FAN_OUT = 5;

        abstract byte[] routine();

        abstract Area layOut(long[] keys, long[] values, Random random);

        /** The arguments of a call that looks for a key. */
        abstract long[] call(Area area, long key);
    }

    private static Area area(long bytes) {
        return new ArrayArea(new byte[(int) bytes], true);
    }

    private long draw() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(40) - 20;
            case 1 -> Long.MIN_VALUE + random.nextInt(3);
            case 2 -> Long.MAX_VALUE - random.nextInt(3);
            default -> random.nextLong();
        };
    }

    private NavigableMap<Long, Long> model(int size) {
        NavigableMap<Long, Long> model = new TreeMap<>();
        while (model.size() < size) {
            model.put(draw(), random.nextLong());
        }
        return model;
    }

    private static long[] array(Collection<Long> values) {
        return values.stream().mapToLong(Long::longValue).toArray();
    }

    @ParameterizedTest
    @EnumSource
    void aKeyHasTheValueThatTheModelHas(Structure structure) {
        byte[] routine = structure.routine();
        for (int size : SIZES) {
            for (int round = 0; round < 3; round++) {
                Map<Long, Long> model = model(size);
                Area area = structure.layOut(array(model.keySet()), array(model.values()), random);
                RoutineRun run = new RoutineRun(routine, area);
                List<Long> keys = new ArrayList<>(model.keySet());
                for (int i = 0; i < 50; i++) {
                    keys.add(draw());
                }
                for (long key : keys) {
                    assertEquals(model.getOrDefault(key, OTHERWISE), run.call(structure.call(area, key)),
                        () -> key + " of " + size + " keys, -Dspine.seed=" + seed);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAreaOfOtherBytesIsAFaultAtMost(Structure structure) {
        byte[] routine = structure.routine();
        byte[] bytes = new byte[500];
        for (int round = 0; round < 200; round++) {
            random.nextBytes(bytes);
            Area area = new ArrayArea(bytes, false);
            Fault fault = new RoutineRun(routine, area).limit(5_000).end(structure.call(area, draw()));
            assertTrue(Set.of(Fault.NONE, Fault.BOUNDS, Fault.STEPS).contains(fault), () -> fault + ", -Dspine.seed=" + seed);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAreaThatIsTooSmallIsNotLaidOut(Structure structure) {
        Map<Long, Long> model = model(20);
        long[] keys = array(model.keySet());
        long needed = structure.layOut(keys, keys, new Random(seed)).length();
        Area small = area(needed - 1);
        assertThrows(IllegalArgumentException.class, () -> {
            switch (structure) {
                case LIST -> LinkedList.layOut(small, keys, keys, IntStream.range(0, keys.length).toArray());
                case HASH_TABLE -> HashTable.layOut(small, (int) (needed / HashTable.SLOT_BYTES), keys, keys);
                case TREE -> SearchTree.layOut(area(SearchTree.bytes(keys.length, 4) - 1), 4, keys, keys);
                case SKIP_LIST -> SkipList.layOut(small, keys, keys);
            }
        });
    }

    @Test
    void aListEmitsItsValuesInItsOrder() {
        long[] keys = {7, 7, -7};
        Area area = area(LinkedList.bytes(3));
        LinkedList.layOut(area, keys, new long[] {1, 2, 3}, new int[] {0, 2, 1});
        RoutineRun run = new RoutineRun(LinkedList.valuesRoutine(), area);
        assertEquals(3, run.call());
        assertArrayEquals(new long[] {1, 2, 3}, run.emitted());
        assertEquals(1, new RoutineRun(LinkedList.lookupRoutine(), area).call(7, 0));
        LinkedList.layOut(area, new long[0], new long[0], new int[0]);
        assertEquals(0, run.call());
        assertArrayEquals(new long[0], run.emitted());
    }

    @Test
    void aSkipListEmitsTheValuesOfARangeInOrder() {
        byte[] routine = SkipList.rangeRoutine();
        for (int size : SIZES) {
            NavigableMap<Long, Long> model = model(size);
            RoutineRun run = new RoutineRun(routine, Structure.SKIP_LIST.layOut(array(model.keySet()), array(model.values()), random));
            for (int i = 0; i < 20; i++) {
                long from = draw();
                long to = draw();
                long[] expected = from > to ? new long[0] : array(model.subMap(from, true, to, true).values());
                assertEquals(expected.length, run.call(from, to), () -> from + " to " + to + ", -Dspine.seed=" + seed);
                assertArrayEquals(expected, run.emitted());
            }
        }
    }

    @Test
    void aTableMayBeFull() {
        long[] keys = model(16).keySet().stream().mapToLong(Long::longValue).toArray();
        Area area = area(HashTable.bytes(16));
        HashTable.layOut(area, 16, keys, keys);
        RoutineRun run = new RoutineRun(HashTable.lookupRoutine(), area);
        for (long key : keys) {
            assertEquals(key, run.call(key, OTHERWISE, 16));
        }
        assertEquals(OTHERWISE, run.call(1_000, OTHERWISE, 16));
    }

    @Test
    void keysAndSlotsAreAsTheyHaveToBe() {
        Area area = area(10_000);
        long[] falling = {2, 1};
        long[] equal = {1, 1};
        for (long[] keys : new long[][] {falling, equal}) {
            assertThrows(IllegalArgumentException.class, () -> SearchTree.layOut(area, 4, keys, keys));
            assertThrows(IllegalArgumentException.class, () -> SkipList.layOut(area, keys, keys));
        }
        assertThrows(IllegalArgumentException.class, () -> HashTable.layOut(area, 4, equal, equal));
        assertThrows(IllegalArgumentException.class, () -> HashTable.layOut(area, 3, falling, falling));
        assertThrows(IllegalArgumentException.class, () -> HashTable.layOut(area, 1, falling, falling));
        assertThrows(IllegalArgumentException.class, () -> SearchTree.layOut(area, 1, falling, falling));
        assertThrows(IllegalArgumentException.class, () -> SearchTree.layOut(area, SearchTree.MAX_FAN_OUT + 1, falling, falling));
        assertThrows(IllegalArgumentException.class, () -> LinkedList.layOut(area, falling, new long[1], new int[2]));
        assertThrows(IllegalArgumentException.class, () -> LinkedList.layOut(area, falling, falling, new int[] {1, 0}));
    }

    @Test
    void aTreeIsAsDeepAsItSays() {
        assertEquals(1, SearchTree.depth(0, 2));
        assertEquals(1, SearchTree.depth(1, 2));
        assertEquals(1, SearchTree.depth(16, 16));
        assertEquals(2, SearchTree.depth(17, 16));
        assertEquals(4, SearchTree.depth(10_000, 10));
        long[] keys = IntStream.range(0, 1_000).mapToLong(i -> i).toArray();
        Area area = area(SearchTree.bytes(keys.length, 10));
        SearchTree.layOut(area, 10, keys, keys);
        assertEquals(SearchTree.depth(keys.length, 10), area.get32(0) + 1);
    }

    @ParameterizedTest
    @CsvSource({"LIST, 25000", "HASH_TABLE, 100", "TREE, 550", "SKIP_LIST, 1250"})
    void theLastOf1024KeysTakesNoMoreStepsThanItsStructureExplains(Structure structure, long most) {
        long[] keys = IntStream.range(0, 1_024).mapToLong(i -> 3L * i).toArray();
        Area area = structure.layOut(keys, keys, new Random(1));
        RoutineRun run = new RoutineRun(structure.routine(), area);
        run.call(structure.call(area, 3 * 1_023));
        assertTrue(run.steps() <= most, () -> run.steps() + " steps");
    }
}
