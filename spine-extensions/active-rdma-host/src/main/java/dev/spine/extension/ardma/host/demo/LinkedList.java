package dev.spine.extension.ardma.host.demo;

import dev.spine.extension.ardma.host.lift.Areas;
import dev.spine.extension.ardma.host.lift.RoutineLifter;
import dev.spine.extension.ardma.routine.Area;

/**
 * A linked list. At 0 is the first node. A node has 24 bytes: the place of the next one or {@link #NONE}, a key, and a value; an empty list
 * has {@link #EMPTY} in place of the next one's place. A routine takes each node into its scratch memory at once. Any thread.
 */
public final class LinkedList {
    /** No node. */
    public static final long NONE = -1;
    /** No node at all. */
    public static final long EMPTY = -2;
    /** Bytes of a node. */
    public static final int NODE_BYTES = 24;

    private static final int KEY = 8;
    private static final int VALUE = 16;

    private LinkedList() {}

    /**
     * {@return the value of the first node with a key}
     *
     * @param key any
     * @param otherwise the result when there is no such node
     */
    static long lookup(long key, long otherwise) {
        for (long node = 0; node >= 0; node = Areas.load64(Areas.SCRATCH, 0)) {
            Areas.copy(0, node, Areas.SCRATCH, 0, NODE_BYTES);
            if (Areas.load64(Areas.SCRATCH, KEY) == key && Areas.load64(Areas.SCRATCH, 0) != EMPTY) {
                return Areas.load64(Areas.SCRATCH, VALUE);
            }
        }
        return otherwise;
    }

    /** {@return how many nodes there are; their values are emitted} */
    static long values() {
        long count = 0;
        for (long node = 0; node >= 0; node = Areas.load64(Areas.SCRATCH, 0)) {
            Areas.copy(0, node, Areas.SCRATCH, 0, NODE_BYTES);
            if (Areas.load64(Areas.SCRATCH, 0) != EMPTY) {
                Areas.emit(Areas.load64(Areas.SCRATCH, VALUE));
                count++;
            }
        }
        return count;
    }

    /** {@return the routine of {@code (key, otherwise)} that finds the value of a key's first node, and returns the latter without one} */
    public static byte[] lookupRoutine() {
        return RoutineLifter.lift(LinkedList::lookup).areas(1).scratch(NODE_BYTES).build();
    }

    /** {@return the routine without parameters that emits all values, and returns how many} */
    public static byte[] valuesRoutine() {
        return RoutineLifter.lift(LinkedList::values).areas(1).scratch(NODE_BYTES).build();
    }

    /**
     * {@return how many bytes a list takes}
     *
     * @param nodes how many, at least 0
     */
    public static long bytes(int nodes) {
        return (long) Math.max(nodes, 1) * NODE_BYTES;
    }

    /**
     * Lays a list out.
     *
     * @param area that has room for it
     * @param keys of the nodes, in the list's order
     * @param values as many
     * @param places for each node which of the places for nodes it has: 0 for the first one, and each of 1 to the number of nodes less 1
     *     once for the others
     * @throws IllegalArgumentException when the area is too small or can only be read, or the arrays are not as they have to be
     */
    public static void layOut(Area area, long[] keys, long[] values, int[] places) {
        Layout.require(area, bytes(keys.length));
        Layout.require(keys, values);
        if (keys.length > 0 && places[0] != 0) {
            throw new IllegalArgumentException("the first node has place 0, not " + places[0]);
        }
        area.put64(0, EMPTY);
        long last = 0;
        for (int i = 0; i < keys.length; i++) {
            long node = (long) places[i] * NODE_BYTES;
            area.put64(last, node);
            area.put64(node, NONE);
            area.put64(node + KEY, keys[i]);
            area.put64(node + VALUE, values[i]);
            last = node;
        }
    }
}
