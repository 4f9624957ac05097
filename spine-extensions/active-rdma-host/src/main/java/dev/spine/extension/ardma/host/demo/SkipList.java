package dev.spine.extension.ardma.host.demo;

import dev.spine.extension.ardma.host.lift.Areas;
import dev.spine.extension.ardma.host.lift.RoutineLifter;
import dev.spine.extension.ardma.routine.Area;

/**
 * A skip list. At 0 is the number of levels, 1 to {@link #MAX_LEVELS}, then the place of each level's first node, or {@link #NONE}. A node
 * has a key, a value, and for each level that it is in the place of that level's next node, or {@link #NONE}. Keys are in order. A
 * routine takes each node into its scratch memory at once, as far as it has to look at it. Any thread.
 */
public final class SkipList {
    /** No node. */
    public static final long NONE = -1;
    /** The most levels. */
    public static final int MAX_LEVELS = 16;

    private static final int LINKS = 8;
    private static final int VALUE = 8;
    private static final int NEXT = 16;
    /** Where in scratch memory nodes are, behind what is before the first node in the area. */
    private static final int FIRST = LINKS + MAX_LEVELS * Long.BYTES;
    private static final int SECOND = FIRST + NEXT + MAX_LEVELS * Long.BYTES;
    private static final int SCRATCH_BYTES = SECOND + NEXT + MAX_LEVELS * Long.BYTES;

    private SkipList() {}

    /**
     * {@return where in scratch memory the first node is whose key is not smaller, {@link #NONE} when there is none}
     *
     * @param key any
     */
    private static long find(long key) {
        Areas.copy(0, 0, Areas.SCRATCH, 0, FIRST);
        long level = Areas.load64(Areas.SCRATCH, 0) - 1;
        long links = LINKS;
        long room = FIRST;
        long seen = NONE;
        while (true) {
            long node = Areas.load64(Areas.SCRATCH, links + level * Long.BYTES);
            if (node != NONE && node != seen) {
                Areas.copy(0, node, Areas.SCRATCH, room, NEXT + (level + 1) * Long.BYTES);
                if (Areas.load64(Areas.SCRATCH, room) < key) {
                    links = room + NEXT;
                    room = room == FIRST ? SECOND : FIRST;
                    // What was seen is where the next node goes.
                    seen = NONE;
                    continue;
                }
                seen = node;
            }
            if (level == 0) {
                return node == NONE ? NONE : room;
            }
            level--;
        }
    }

    /**
     * {@return the value of a key}
     *
     * @param key any
     * @param otherwise the result when the key is not there
     */
    static long lookup(long key, long otherwise) {
        long node = find(key);
        return node != NONE && Areas.load64(Areas.SCRATCH, node) == key ? Areas.load64(Areas.SCRATCH, node + VALUE) : otherwise;
    }

    /**
     * {@return how many keys are in a range; their values are emitted, in order}
     *
     * @param from the smallest key
     * @param to the largest key
     */
    static long range(long from, long to) {
        long count = 0;
        long node = find(from);
        while (node != NONE && Areas.load64(Areas.SCRATCH, node) <= to) {
            Areas.emit(Areas.load64(Areas.SCRATCH, node + VALUE));
            count++;
            long next = Areas.load64(Areas.SCRATCH, node + NEXT);
            if (next == NONE) {
                break;
            }
            Areas.copy(0, next, Areas.SCRATCH, node, NEXT + Long.BYTES);
        }
        return count;
    }

    /** {@return the routine of {@code (key, otherwise)} that finds the value of a key, and returns the latter when it is not there} */
    public static byte[] lookupRoutine() {
        return RoutineLifter.lift(SkipList::lookup).areas(1).scratch(SCRATCH_BYTES).build();
    }

    /** {@return the routine of {@code (from, to)} that emits the values of all keys from one to another, and returns how many} */
    public static byte[] rangeRoutine() {
        return RoutineLifter.lift(SkipList::range).areas(1).scratch(SCRATCH_BYTES).build();
    }

    /** Every other node of a level is in the next one, too. */
    private static int levels(int node) {
        return Math.min(MAX_LEVELS, 1 + Integer.numberOfTrailingZeros(node + 1));
    }

    /**
     * {@return how many bytes a list takes}
     *
     * @param keys how many there are, at least 0
     */
    public static long bytes(int keys) {
        long bytes = FIRST;
        for (int i = 0; i < keys; i++) {
            bytes += NEXT + levels(i) * Long.BYTES;
        }
        return bytes;
    }

    /**
     * Lays a list out in which every other node of a level is in the next one, too.
     *
     * @param area that has room for it
     * @param keys in order, each larger than the one before
     * @param values as many
     * @throws IllegalArgumentException when the area is too small or can only be read, or something else is not as it has to be
     */
    public static void layOut(Area area, long[] keys, long[] values) {
        Layout.require(area, bytes(keys.length));
        Layout.requireSorted(keys);
        Layout.require(keys, values);
        long[] links = new long[MAX_LEVELS];
        for (int level = 0; level < MAX_LEVELS; level++) {
            links[level] = LINKS + (long) level * Long.BYTES;
        }
        int most = 1;
        long node = FIRST;
        for (int i = 0; i < keys.length; i++) {
            area.put64(node, keys[i]);
            area.put64(node + VALUE, values[i]);
            int levels = levels(i);
            for (int level = 0; level < levels; level++) {
                area.put64(links[level], node);
                links[level] = node + NEXT + (long) level * Long.BYTES;
            }
            most = Math.max(most, levels);
            node += NEXT + (long) levels * Long.BYTES;
        }
        for (long link : links) {
            area.put64(link, NONE);
        }
        area.put64(0, most);
    }
}
