package dev.spine.extension.ardma.host.demo;

import dev.spine.extension.ardma.host.lift.Areas;
import dev.spine.extension.ardma.host.lift.RoutineLifter;
import dev.spine.extension.ardma.routine.Area;

/**
 * A B-tree. At 0 is the root. A node has 8 bytes, of which 32 bits are its height (0 for a leaf) and 32 bits its number of entries, then
 * the keys in order, then as many words: in a leaf the keys' values, above it the places of nodes, each with its smallest key. The fan-out
 * is how many entries a node has room for; a client knows it as it knows the tree's name. A routine takes each node into its scratch memory
 * at once. Any thread.
 */
public final class SearchTree {
    /** The largest fan-out. */
    public static final int MAX_FAN_OUT = 1_000;

    private static final int COUNT = 4;
    private static final int KEYS = 8;

    private SearchTree() {}

    /** {@return which is the last entry of the node in scratch memory whose key is no larger, -1 when there is none} */
    private static long position(long key) {
        long low = 0;
        long high = Areas.load32(Areas.SCRATCH, COUNT);
        while (low < high) {
            long middle = low + high >>> 1;
            if (Areas.load64(Areas.SCRATCH, KEYS + middle * Long.BYTES) <= key) {
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
     * @param fanOut of the tree
     */
    static long lookup(long key, long otherwise, long fanOut) {
        long words = KEYS + fanOut * Long.BYTES;
        long node = 0;
        while (true) {
            Areas.copy(0, node, Areas.SCRATCH, 0, words + fanOut * Long.BYTES);
            long entry = position(key);
            if (entry < 0) {
                return otherwise;
            }
            long word = Areas.load64(Areas.SCRATCH, words + entry * Long.BYTES);
            if (Areas.load32(Areas.SCRATCH, 0) == 0) {
                return Areas.load64(Areas.SCRATCH, KEYS + entry * Long.BYTES) == key ? word : otherwise;
            }
            node = word;
        }
    }

    /** {@return the routine of {@code (key, otherwise, fanOut)} that finds a key's value, and returns the second when it is not there} */
    public static byte[] lookupRoutine() {
        return RoutineLifter.lift(SearchTree::lookup).areas(1).scratch((int) nodeBytes(MAX_FAN_OUT)).build();
    }

    /**
     * {@return how many nodes are on the way from the root to a value, at least 1}
     *
     * @param keys how many there are, at least 0
     * @param fanOut entries of a node, 2 to {@link #MAX_FAN_OUT}
     */
    public static int depth(int keys, int fanOut) {
        int depth = 1;
        for (int count = nodes(keys, fanOut); count > 1; count = nodes(count, fanOut)) {
            depth++;
        }
        return depth;
    }

    private static int nodes(int entries, int fanOut) {
        return Math.max(1, (entries + fanOut - 1) / fanOut);
    }

    /**
     * {@return how many bytes a tree takes}
     *
     * @param keys how many there are, at least 0
     * @param fanOut entries of a node, 2 to {@link #MAX_FAN_OUT}
     */
    public static long bytes(int keys, int fanOut) {
        long all = 0;
        int count = keys;
        for (int level = depth(keys, fanOut); level > 0; level--) {
            count = nodes(count, fanOut);
            all += count;
        }
        return all * nodeBytes(fanOut);
    }

    private static long nodeBytes(int fanOut) {
        return KEYS + 2L * fanOut * Long.BYTES;
    }

    /**
     * Lays a tree out, with full nodes as far as the keys reach.
     *
     * @param area that has room for it
     * @param fanOut entries of a node, 2 to {@link #MAX_FAN_OUT}
     * @param keys in order, each larger than the one before
     * @param values as many
     * @throws IllegalArgumentException when the area is too small or can only be read, or something else is not as it has to be
     */
    public static void layOut(Area area, int fanOut, long[] keys, long[] values) {
        if (fanOut < 2 || fanOut > MAX_FAN_OUT) {
            throw new IllegalArgumentException("a node has 2 to " + MAX_FAN_OUT + " entries, not " + fanOut);
        }
        Layout.require(area, bytes(keys.length, fanOut));
        Layout.requireSorted(keys);
        Layout.require(keys, values);
        long[] smallest = keys;
        long[] words = values;
        // The root is at 0, and the others behind it.
        long at = nodeBytes(fanOut);
        int depth = depth(keys.length, fanOut);
        for (int height = 0; height < depth; height++) {
            long[] nodes = new long[nodes(words.length, fanOut)];
            long[] keysOfNodes = new long[nodes.length];
            for (int i = 0; i < nodes.length; i++) {
                boolean isRoot = height == depth - 1;
                nodes[i] = isRoot ? 0 : at;
                keysOfNodes[i] = smallest.length == 0 ? 0 : smallest[i * fanOut];
                put(area, nodes[i], height, fanOut, i * fanOut, smallest, words);
                at += isRoot ? 0 : nodeBytes(fanOut);
            }
            smallest = keysOfNodes;
            words = nodes;
        }
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
