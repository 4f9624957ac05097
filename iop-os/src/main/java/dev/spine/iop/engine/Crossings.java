package dev.spine.iop.engine;

import dev.spine.i2o.unit.DeliveryList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What arrives in one node from others and was sent by one thread within one window: filled by that thread, and emptied in the next window
 * by the thread that then executes the node. Grows to the most that ever crossed and makes no garbage after that.
 */
final class Crossings {
    private static final int FIRST_CAPACITY = 16;

    /** Pairs of time and order. */
    private long[] keys = new long[2 * FIRST_CAPACITY];
    /** Pairs of list and object. */
    private @Nullable Object[] objects = new @Nullable Object[2 * FIRST_CAPACITY];
    private int size;

    void add(long time, long order, DeliveryList<?> list, Object item) {
        int at = 2 * size++;
        if (at == keys.length) {
            keys = Arrays.copyOf(keys, 2 * at);
            objects = Arrays.copyOf(objects, 2 * at);
        }
        keys[at] = time;
        keys[at + 1] = order;
        objects[at] = list;
        objects[at + 1] = item;
    }

    /** Enters all among the events of the node; the order in which they come does not matter there. */
    void drainTo(EventHeap heap) {
        int end = 2 * size;
        size = 0;
        for (int at = 0; at < end; at += 2) {
            heap.push(keys[at], keys[at + 1], Effects.DELIVERY, objects[at], objects[at + 1], 0);
        }
        Arrays.fill(objects, 0, end, null);
    }

    boolean isEmpty() {
        return size == 0;
    }
}
