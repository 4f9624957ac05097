package dev.spine.extension.ardma.host.demo;

import dev.spine.extension.ardma.host.lift.Areas;
import dev.spine.extension.ardma.host.lift.RoutineLifter;
import dev.spine.extension.ardma.routine.Area;

/**
 * A B-tree. At 0 is the place of the root, {@link #NONE} in an empty tree, and at 8 the fan-out: how many entries a node has room for. A
 * node has 8 bytes, of which 32 bits are its height (0 for a leaf) and 32 bits its number of entries, then the keys in order, then as many
 * words: in a leaf the keys' values, above it the places of nodes, each with its smallest key. Any thread.
 */
public final class SearchTree {
    /** No node. */
    public static final long NONE = -1;

    private static final int FAN_OUT = 8;
    private static final int NODES = 16;
    private static final int COUNT = 4;
    private static final int KEYS = 8;

    private SearchTree() {}

    /** {@return which is the last entry of a node whose key is no larger, -1 when there is none} */
    private static long position(long node, long key) {
        long low = 0;
        long high = Areas.load32(0, node + COUNT);
        while (low < high) {
            long middle = low + high >>> 1;
            if (Areas.load64(0, node + KEYS + middle * Long.BYTES) <= key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /**
     * {@return the value of a key}
     *
     * @param key any
     * @param otherwise the result when the key is not there
     */
    static long lookup(long key, long otherwise) {
        long node = Areas.load64(0, 0);
        long words = KEYS + Areas.load64(0, FAN_OUT) * Long.BYTES;
        while (node != NONE) {
            long entry = position(node, key);
            if (entry < 0) {
                return otherwise;
            }
            long word = Areas.load64(0, node + words + entry * Long.BYTES);
            if (Areas.load32(0, node) == 0) {
                return Areas.load64(0, node + KEYS + entry * Long.BYTES) == key ? word : otherwise;
            }
            node = word;
        }
        return otherwise;
    }

    /** {@return the routine of {@code (key, otherwise)} that finds the value of a key, and returns the latter when it is not there} */
    public static byte[] lookupRoutine() {
        return RoutineLifter.lift(SearchTree::lookup).areas(1).build();
    }

    /**
     * {@return how many nodes are on the way from the root to a value: 0 for an empty tree}
     *
     * @param keys how many there are, at least 0
     * @param fanOut entries of a node, at least 2
     */
    public static int depth(int keys, int fanOut) {
        int depth = 0;
        int count = keys;
        while (count > 1 || count == 1 && depth == 0) {
            count = nodes(count, fanOut);
            depth++;
        }
        return depth;
    }

    private static int nodes(int entries, int fanOut) {
        return (entries + fanOut - 1) / fanOut;
    }

    /**
     * {@return how many bytes a tree takes}
     *
     * @param keys how many there are, at least 0
     * @param fanOut entries of a node, at least 2
     */
    public static long bytes(int keys, int fanOut) {
        long all = 0;
        int count = keys;
        for (int level = depth(keys, fanOut); level > 0; level--) {
            count = nodes(count, fanOut);
            all += count;
        }
        return NODES + all * nodeBytes(fanOut);
    }

    private static long nodeBytes(int fanOut) {
        return KEYS + 2L * fanOut * Long.BYTES;
    }

    /**
     * Lays a tree out, with full nodes as far as the keys reach.
     *
     * @param area that has room for it
     * @param fanOut entries of a node, at least 2
     * @param keys in order, each larger than the one before
     * @param values as many
     * @throws IllegalArgumentException when the area is too small or can only be read, or something else is not as it has to be
     */
    public static void layOut(Area area, int fanOut, long[] keys, long[] values) {
        if (fanOut < 2) {
            throw new IllegalArgumentException("a node has 2 entries at least, not " + fanOut);
        }
        Layout.require(area, bytes(keys.length, fanOut));
        Layout.requireSorted(keys);
        Layout.require(keys, values);
        area.put64(FAN_OUT, fanOut);
        long[] smallest = keys;
        long[] words = values;
        long at = NODES;
        int depth = depth(keys.length, fanOut);
        for (int height = 0; height < depth; height++) {
            long[] nodes = new long[nodes(words.length, fanOut)];
            long[] keysOfNodes = new long[nodes.length];
            for (int i = 0; i < nodes.length; i++) {
                nodes[i] = at;
                keysOfNodes[i] = smallest[i * fanOut];
                put(area, at, height, fanOut, i * fanOut, smallest, words);
                at += nodeBytes(fanOut);
            }
            smallest = keysOfNodes;
            words = nodes;
        }
        area.put64(0, depth == 0 ? NONE : words[0]);
    }

    private static void put(Area area, long node, int height, int fanOut, int first, long[] keys, long[] words) {
        int count = Math.min(fanOut, keys.length - first);
        area.put32(node, height);
        area.put32(node + COUNT, count);
        for (int i = 0; i < count; i++) {
            area.put64(node + KEYS + (long) i * Long.BYTES, keys[first + i]);
            area.put64(node + KEYS + (long) (fanOut + i) * Long.BYTES, words[first + i]);
        }
    }
}
