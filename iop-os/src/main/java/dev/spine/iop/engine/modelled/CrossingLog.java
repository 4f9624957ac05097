package dev.spine.iop.engine.modelled;

import dev.spine.i2o.unit.DeliveryList;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one thread has sent, within one window, to the nodes of one part: filled by that thread, and emptied in the next window by whoever
 * executes the part. Entries lie one behind the other, because one processor reads what another one has written: a few lines of a cache in
 * a row, not some for each node. Grows to the most that ever crossed and makes no garbage after that.
 */
final class CrossingLog {
    /** Also keeps the logs of two threads in different cache lines. */
    private static final int FIRST_CAPACITY = 256;

    private int[] nodes = new int[FIRST_CAPACITY];
    /** Pairs of time and order. */
    private long[] keys = new long[2 * FIRST_CAPACITY];
    /** Pairs of list and object. They stay when the log is emptied: the next ones come in their place. */
    private @Nullable Object[] objects = new @Nullable Object[2 * FIRST_CAPACITY];
    private int size;

    void add(int node, long time, long order, DeliveryList<?> list, Object item) {
        int entry = size++;
        if (entry == nodes.length) {
            nodes = Arrays.copyOf(nodes, 2 * entry);
            keys = Arrays.copyOf(keys, 4 * entry);
            objects = Arrays.copyOf(objects, 4 * entry);
        }
        nodes[entry] = node;
        keys[2 * entry] = time;
        keys[2 * entry + 1] = order;
        objects[2 * entry] = list;
        objects[2 * entry + 1] = item;
    }

    /**
     * Enters all among the events of their nodes; the order in which they come does not matter there.
     *
     * @param all the engine's nodes
     * @param firstPs the time of each node's first event, kept up to date
     */
    void drainTo(ModelledNode[] all, long[] firstPs) {
        int count = size;
        if (count == 0) {
            return;
        }
        size = 0;
        for (int entry = 0; entry < count; entry++) {
            int node = nodes[entry];
            long time = keys[2 * entry];
            all[node].heap().push(time, keys[2 * entry + 1], Effects.DELIVERY, Objects.requireNonNull(objects[2 * entry]),
                objects[2 * entry + 1], 0);
            if (time < firstPs[node]) {
                firstPs[node] = time;
            }
        }
    }
}
