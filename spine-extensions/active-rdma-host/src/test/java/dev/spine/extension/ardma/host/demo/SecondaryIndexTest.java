package dev.spine.extension.ardma.host.demo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.host.RoutineRun;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Fault;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("AR-18")
@Tag("AR-21")
class SecondaryIndexTest {
    private final long seed = Long.getLong("spine.seed", new Random().nextLong());
    private final Random random = new Random(seed);
    private final byte[] build = SecondaryIndex.buildRoutine();
    private final byte[] keys = SecondaryIndex.keysRoutine();

    private static Area area(long bytes) {
        return new ArrayArea(new byte[(int) bytes], true);
    }

    private long drawGroup() {
        return switch (random.nextInt(3)) {
            case 0 -> random.nextInt(10) - 5;
            case 1 -> Long.MIN_VALUE + random.nextInt(2);
            default -> Long.MAX_VALUE - random.nextInt(2);
        };
    }

    @Test
    void anIndexFindsEachRecordOfAGroupInTheOrderOfTheTable() {
        for (int size : new int[] {0, 1, 2, 3, 10, 100, 333}) {
            long[] ids = random.longs(size).toArray();
            long[] groups = new long[size];
            Arrays.setAll(groups, _ -> drawGroup());
            Area table = area(SecondaryIndex.tableBytes(size));
            SecondaryIndex.layOut(table, ids, groups, ids);
            Area index = area(SecondaryIndex.indexBytes(size));
            assertEquals(size, new RoutineRun(build, table, index).call());
            RoutineRun find = new RoutineRun(keys, table, index);
            for (int i = 0; i < 40; i++) {
                long group = drawGroup();
                long[] expected = IntStream.range(0, size).filter(record -> groups[record] == group).mapToLong(record -> ids[record])
                    .toArray();
                assertEquals(expected.length, find.call(group), () -> group + ", -Dspine.seed=" + seed);
                assertArrayEquals(expected, find.emitted(), () -> group + ", -Dspine.seed=" + seed);
            }
        }
    }

    @Test
    void anIndexIsNotBuiltWithoutRoomOrRight() {
        Area table = area(SecondaryIndex.tableBytes(3));
        SecondaryIndex.layOut(table, new long[3], new long[3], new long[3]);
        assertEquals(-1, new RoutineRun(build, table, area(SecondaryIndex.indexBytes(3) - 1)).call());
        Area readOnly = new ArrayArea(new byte[(int) SecondaryIndex.indexBytes(3)], false);
        assertEquals(Fault.READ_ONLY, new RoutineRun(build, table, readOnly).end());
        assertThrows(IllegalArgumentException.class, () -> SecondaryIndex.layOut(readOnly, new long[0], new long[0], new long[0]));
        assertThrows(IllegalArgumentException.class, () -> SecondaryIndex.layOut(table, new long[3], new long[2], new long[3]));
    }

    @Test
    void anIndexOf1024RecordsTakesNoMoreStepsThanSortingExplains() {
        long[] ids = new Random(1).longs(1_024).toArray();
        Area table = area(SecondaryIndex.tableBytes(ids.length));
        SecondaryIndex.layOut(table, ids, ids, ids);
        Area index = area(SecondaryIndex.indexBytes(ids.length));
        RoutineRun run = new RoutineRun(build, table, index);
        run.call();
        assertTrue(run.steps() <= 120L * 10 * ids.length, () -> run.steps() + " steps");
        RoutineRun find = new RoutineRun(keys, table, index);
        find.call(ids[5]);
        assertTrue(find.steps() <= 400, () -> find.steps() + " steps");
    }
}
