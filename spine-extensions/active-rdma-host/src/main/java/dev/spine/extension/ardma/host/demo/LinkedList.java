package dev.spine.extension.ardma.host.demo;

import dev.spine.extension.ardma.host.lift.Areas;
import dev.spine.extension.ardma.host.lift.RoutineLifter;
import dev.spine.extension.ardma.routine.Area;

/**
 * A linked list. At 0 is the place of the first node, {@link #NONE} in an empty list. A node has 24 bytes: the place of the next one or
 * {@link #NONE}, a key, and a value. Any thread.
 */
public final class LinkedList {
    /** No node. */
    public static final long NONE = -1;
    /** Bytes of a node. */
    public static final int NODE_BYTES = 24;

    private static final int KEY = 8;
    private static final int VALUE = 16;
    private static final int NODES = 8;

    private LinkedList() {}

    /**
     * {@return the value of the first node with a key}
     *
     * @param key any
     * @param otherwise the result when there is no such node
     */
    static long lookup(long key, long otherwise) {
        for (long node = Areas.load64(0, 0); node != NONE; node = Areas.load64(0, node)) {
            if (Areas.load64(0, node + KEY) == key) {
                return Areas.load64(0, node + VALUE);
            }
        }
        return otherwise;
    }

    /** {@return how many nodes there are; their values are emitted} */
    static long values() {
        long count = 0;
        for (long node = Areas.load64(0, 0); node != NONE; node = Areas.load64(0, node)) {
            Areas.emit(Areas.load64(0, node + VALUE));
            count++;
        }
        return count;
    }

    /** {@return the routine of {@code (key, otherwise)} that finds the value of a key's first node, and returns the latter without one} */
    public static byte[] lookupRoutine() {
        return RoutineLifter.lift(LinkedList::lookup).areas(1).build();
    }

    /** {@return the routine without parameters that emits all values, and returns how many} */
    public static byte[] valuesRoutine() {
        return RoutineLifter.lift(LinkedList::values).areas(1).build();
    }

    /**
     * {@return how many bytes a list takes}
     *
     * @param nodes how many, at least 0
     */
    public static long bytes(int nodes) {
        return NODES + (long) nodes * NODE_BYTES;
    }

    /**
     * Lays a list out.
     *
     * @param area that has room for it
     * @param keys of the nodes, in the list's order
     * @param values as many
     * @param places for each node which of the places for nodes it has: each of 0 to the number of nodes less 1 once
     * @throws IllegalArgumentException when the area is too small or can only be read, or the arrays differ in length
     */
    public static void layOut(Area area, long[] keys, long[] values, int[] places) {
        Layout.require(area, bytes(keys.length));
        Layout.require(keys, values);
        long link = 0;
        for (int i = 0; i < keys.length; i++) {
            long node = NODES + (long) places[i] * NODE_BYTES;
            area.put64(link, node);
            area.put64(node + KEY, keys[i]);
            area.put64(node + VALUE, values[i]);
            link = node;
        }
        area.put64(link, NONE);
    }
}
