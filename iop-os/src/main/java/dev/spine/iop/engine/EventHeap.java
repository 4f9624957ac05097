package dev.spine.iop.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The events of a modelled engine: a 4-ary heap of (time, order) keys in one {@code long[]}, with what the events carry beside it.
 *
 * <p>Keys are unique as far as they matter: {@link EventOrder} ends in the source's own sequence. What an event carries stays at one
 * place, its slot, while its key moves through the heap. The heap grows to the most events that were ever pending and makes no garbage
 * after that.
 */
final class EventHeap {
    private static final int FIRST_CAPACITY = 1024;

    /** Pairs of time and order, in heap order. */
    private long[] keys = new long[2 * FIRST_CAPACITY];
    /** The slot of each key. */
    private int[] slots = new int[FIRST_CAPACITY];
    private int size;

    private int[] freeSlots = new int[FIRST_CAPACITY];
    private int[] kinds = new int[FIRST_CAPACITY];
    private @Nullable Object[] targets = new Object[FIRST_CAPACITY];
    private @Nullable Object[] items = new Object[FIRST_CAPACITY];
    private long[] numbers = new long[FIRST_CAPACITY];

    EventHeap() {
        for (int i = 0; i < FIRST_CAPACITY; i++) {
            freeSlots[i] = i;
        }
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The time of the first event; only when there is one. */
    long firstTime() {
        return keys[0];
    }

    /** The order of the first event; only when there is one. */
    long firstOrder() {
        return keys[1];
    }

    int kind(int slot) {
        return kinds[slot];
    }

    @Nullable Object target(int slot) {
        return targets[slot];
    }

    @Nullable Object item(int slot) {
        return items[slot];
    }

    long number(int slot) {
        return numbers[slot];
    }

    void push(long time, long order, int kind, @Nullable Object target, @Nullable Object item, long number) {
        int at = size;
        if (at == slots.length) {
            grow();
        }
        int slot = freeSlots[at];
        kinds[slot] = kind;
        targets[slot] = target;
        items[slot] = item;
        numbers[slot] = number;
        size = at + 1;
        long[] k = keys;
        while (at > 0) {
            int parent = (at - 1) >> 2;
            long parentTime = k[2 * parent];
            if (parentTime < time || (parentTime == time && k[2 * parent + 1] <= order)) {
                break;
            }
            k[2 * at] = parentTime;
            k[2 * at + 1] = k[2 * parent + 1];
            slots[at] = slots[parent];
            at = parent;
        }
        k[2 * at] = time;
        k[2 * at + 1] = order;
        slots[at] = slot;
    }

    /**
     * Removes the first event. What its slot carries stays readable until the next push.
     *
     * @return its slot; only when there is an event
     */
    int pop() {
        int first = slots[0];
        int last = --size;
        freeSlots[last] = first;
        if (last > 0) {
            sink(last);
        }
        return first;
    }

    /** Moves the key at {@code last} to the root and lets it sink. */
    private void sink(int last) {
        long[] k = keys;
        long time = k[2 * last];
        long order = k[2 * last + 1];
        int slot = slots[last];
        int at = 0;
        for (int child = 1; child < last; child = 4 * at + 1) {
            int least = child;
            long leastTime = k[2 * child];
            long leastOrder = k[2 * child + 1];
            int end = Math.min(child + 4, last);
            for (int other = child + 1; other < end; other++) {
                long otherTime = k[2 * other];
                if (otherTime < leastTime || (otherTime == leastTime && k[2 * other + 1] < leastOrder)) {
                    least = other;
                    leastTime = otherTime;
                    leastOrder = k[2 * other + 1];
                }
            }
            if (time < leastTime || (time == leastTime && order <= leastOrder)) {
                break;
            }
            k[2 * at] = leastTime;
            k[2 * at + 1] = leastOrder;
            slots[at] = slots[least];
            at = least;
        }
        k[2 * at] = time;
        k[2 * at + 1] = order;
        slots[at] = slot;
    }

    private void grow() {
        int old = slots.length;
        int capacity = 2 * old;
        keys = Arrays.copyOf(keys, 2 * capacity);
        slots = Arrays.copyOf(slots, capacity);
        freeSlots = Arrays.copyOf(freeSlots, capacity);
        kinds = Arrays.copyOf(kinds, capacity);
        targets = Arrays.copyOf(targets, capacity);
        items = Arrays.copyOf(items, capacity);
        numbers = Arrays.copyOf(numbers, capacity);
        for (int i = old; i < capacity; i++) {
            freeSlots[i] = i;
        }
    }
}
