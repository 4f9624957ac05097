package dev.spine.extension.ardma.host.demo;

import dev.spine.extension.ardma.host.lift.Areas;
import dev.spine.extension.ardma.host.lift.RoutineLifter;
import dev.spine.extension.ardma.routine.Area;

/**
 * A table of records, and an index of it by another column than its key, which is built next to the data. The table is in area 0: at 0 the
 * number of records, then 24 bytes for each: key, group, value. The index is in area 1: at 0 the number of entries, then 16 bytes for each:
 * a group, and the place of a record of this group in area 0. Entries are in order of groups, and then of places. Any thread.
 */
public final class SecondaryIndex {
    /** Bytes of a record. */
    public static final int RECORD_BYTES = 24;
    /** Bytes of an entry of the index. */
    public static final int ENTRY_BYTES = 16;

    private static final int FIRST = 8;
    private static final int GROUP = 8;
    private static final int VALUE = 16;
    private static final int PLACE = 8;

    private SecondaryIndex() {}

    private static long entry(long index) {
        return FIRST + index * ENTRY_BYTES;
    }

    private static void set(long entry, long group, long place) {
        Areas.store64(Areas.SCRATCH, 0, group);
        Areas.store64(Areas.SCRATCH, PLACE, place);
        Areas.copy(Areas.SCRATCH, 0, 1, entry, ENTRY_BYTES);
    }

    /** {@return whether an entry in scratch memory comes before a group and a place} */
    private static boolean isBefore(long entry, long group, long place) {
        long other = Areas.load64(Areas.SCRATCH, entry);
        return other < group || other == group && Areas.load64(Areas.SCRATCH, entry + PLACE) < place;
    }

    /** Puts an entry to where it belongs in a heap, whose first one is the last in order, at a hole or below it. */
    private static void sink(long from, long size, long group, long place) {
        long hole = from;
        for (long child = 2 * hole + 1; child < size; child = 2 * hole + 1) {
            long both = child + 1 < size ? 2 : 1;
            Areas.copy(1, entry(child), Areas.SCRATCH, 0, both * ENTRY_BYTES);
            long larger = both == 2
                && isBefore(0, Areas.load64(Areas.SCRATCH, ENTRY_BYTES), Areas.load64(Areas.SCRATCH, ENTRY_BYTES + PLACE)) ? 1 : 0;
            if (isBefore(larger * ENTRY_BYTES, group, place)) {
                break;
            }
            Areas.copy(Areas.SCRATCH, larger * ENTRY_BYTES, 1, entry(hole), ENTRY_BYTES);
            hole = child + larger;
        }
        set(entry(hole), group, place);
    }

    private static void sort(long count) {
        for (long i = count / 2 - 1; i >= 0; i--) {
            Areas.copy(1, entry(i), Areas.SCRATCH, 0, ENTRY_BYTES);
            sink(i, count, Areas.load64(Areas.SCRATCH, 0), Areas.load64(Areas.SCRATCH, PLACE));
        }
        for (long left = count - 1; left > 0; left--) {
            Areas.copy(1, entry(left), Areas.SCRATCH, 0, ENTRY_BYTES);
            long group = Areas.load64(Areas.SCRATCH, 0);
            long place = Areas.load64(Areas.SCRATCH, PLACE);
            Areas.copy(1, entry(0), 1, entry(left), ENTRY_BYTES);
            sink(0, left, group, place);
        }
    }

    /** {@return how many entries the index has, which is built; -1 when area 1 is too small for it} */
    static long build() {
        long count = Areas.load64(0, 0);
        if (entry(count) > Areas.length(1)) {
            return -1;
        }
        for (long i = 0; i < count; i++) {
            long record = FIRST + i * RECORD_BYTES;
            set(entry(i), Areas.load64(0, record + GROUP), record);
        }
        sort(count);
        Areas.store64(1, 0, count);
        return count;
    }

    /**
     * {@return how many records of a group there are; their keys are emitted, in the table's order}
     *
     * @param group any
     */
    static long keys(long group) {
        long low = 0;
        long high = Areas.load64(1, 0);
        long end = entry(high);
        while (low < high) {
            long middle = low + high >>> 1;
            if (Areas.load64(1, entry(middle)) < group) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        long count = 0;
        for (long at = entry(low); at < end; at += ENTRY_BYTES) {
            Areas.copy(1, at, Areas.SCRATCH, 0, ENTRY_BYTES);
            if (Areas.load64(Areas.SCRATCH, 0) != group) {
                break;
            }
            Areas.emit(Areas.load64(0, Areas.load64(Areas.SCRATCH, PLACE)));
            count++;
        }
        return count;
    }

    /** {@return the routine without parameters that builds the index, and returns how many entries it has, -1 without room for them} */
    public static byte[] buildRoutine() {
        return RoutineLifter.lift(SecondaryIndex::build).areas(2).scratch(2 * ENTRY_BYTES).build();
    }

    /** {@return the routine of {@code (group)} that emits the keys of a group's records, and returns how many} */
    public static byte[] keysRoutine() {
        return RoutineLifter.lift(SecondaryIndex::keys).areas(2).scratch(ENTRY_BYTES).build();
    }

    /**
     * {@return how many bytes a table takes}
     *
     * @param records how many, at least 0
     */
    public static long tableBytes(int records) {
        return FIRST + (long) records * RECORD_BYTES;
    }

    /**
     * {@return how many bytes an index takes}
     *
     * @param records how many, at least 0
     */
    public static long indexBytes(int records) {
        return FIRST + (long) records * ENTRY_BYTES;
    }

    /**
     * Lays a table out; its index is built by a routine.
     *
     * @param area that has room for it
     * @param keys of the records
     * @param groups as many
     * @param values as many
     * @throws IllegalArgumentException when the area is too small or can only be read, or the arrays differ in length
     */
    public static void layOut(Area area, long[] keys, long[] groups, long[] values) {
        Layout.require(area, tableBytes(keys.length));
        Layout.require(keys, groups);
        Layout.require(keys, values);
        area.put64(0, keys.length);
        for (int i = 0; i < keys.length; i++) {
            long record = FIRST + (long) i * RECORD_BYTES;
            area.put64(record, keys[i]);
            area.put64(record + GROUP, groups[i]);
            area.put64(record + VALUE, values[i]);
        }
    }
}
