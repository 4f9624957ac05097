package dev.spine.iop.engine;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The events of a modelled engine: a 4-ary heap of (time, order) keys in one {@code long[]}, with what the events carry beside it.
 *
 * <p>The first event is often kept out of the heap: one that is pushed before all others waits at the front, and leaves from there
 * without having moved a key.
 *
 * <p>Keys are unique as far as they matter: {@link EventOrder} ends in the source's own sequence. What an event carries stays at one
 * place, its slot, while its key moves through the heap. The heap grows to the most events that were ever pending and makes no garbage
 * after that.
 */
final class EventHeap {
    private static final int FIRST_CAPACITY = 64;
    private static final int NONE = -1;

    /** Pairs of time and order, in heap order. */
    private long[] keys = new long[2 * FIRST_CAPACITY];
    /** The slot of each key. */
    private int[] slots = new int[FIRST_CAPACITY];
    private int size;

    /** The slot of the event at the front, which is before all in the heap; or {@link #NONE}. */
    private int frontSlot = NONE;
    private long frontTime;
    private long frontOrder;

    private int usedSlots;
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
        return usedSlots;
    }

    boolean isEmpty() {
        return usedSlots == 0;
    }

    /** The time of the first event; only when there is one. */
    long firstTime() {
        return frontSlot == NONE ? keys[0] : frontTime;
    }

    /** The order of the first event; only when there is one. */
    long firstOrder() {
        return frontSlot == NONE ? keys[1] : frontOrder;
    }

    /** Shows the events that come first, in their order; none is removed. */
    void showFirst(int most, Visitor visitor) {
        if (most == 1 && frontSlot == NONE && size > 0) {
            visitor.visit(keys[0], keys[1], slots[0]);
            return;
        } else if (most == 1 && frontSlot != NONE) {
            visitor.visit(frontTime, frontOrder, frontSlot);
            return;
        }
        Integer[] order = new Integer[size];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> isBefore(keys[2 * a], keys[2 * a + 1], keys[2 * b], keys[2 * b + 1]) ? -1 : 1);
        int left = most;
        if (frontSlot != NONE && left > 0) {
            visitor.visit(frontTime, frontOrder, frontSlot);
            left--;
        }
        for (int i = 0; i < Math.min(left, size); i++) {
            visitor.visit(keys[2 * order[i]], keys[2 * order[i] + 1], slots[order[i]]);
        }
    }

    /** Shows the slots of all events, in no order. */
    void each(IntConsumer slot) {
        if (frontSlot != NONE) {
            slot.accept(frontSlot);
        }
        for (int i = 0; i < size; i++) {
            slot.accept(slots[i]);
        }
    }

    /** Sees an event that is pending. */
    @FunctionalInterface
    interface Visitor {
        void visit(long time, long order, int slot);
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
        if (usedSlots == freeSlots.length) {
            grow();
        }
        int slot = freeSlots[usedSlots++];
        kinds[slot] = kind;
        targets[slot] = target;
        items[slot] = item;
        numbers[slot] = number;
        if (frontSlot != NONE) {
            if (isBefore(time, order, frontTime, frontOrder)) {
                rise(frontTime, frontOrder, frontSlot);
                toFront(time, order, slot);
            } else {
                rise(time, order, slot);
            }
        } else if (size == 0 || isBefore(time, order, keys[0], keys[1])) {
            toFront(time, order, slot);
        } else {
            rise(time, order, slot);
        }
    }

    private static boolean isBefore(long time, long order, long otherTime, long otherOrder) {
        return time < otherTime || (time == otherTime && order < otherOrder);
    }

    private void toFront(long time, long order, int slot) {
        frontTime = time;
        frontOrder = order;
        frontSlot = slot;
    }

    /** Adds a key at the end of the heap and lets it rise. */
    private void rise(long time, long order, int slot) {
        int at = size++;
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
        int first = frontSlot;
        if (first != NONE) {
            frontSlot = NONE;
        } else {
            first = slots[0];
            int last = --size;
            if (last > 0) {
                sink(last);
            }
        }
        freeSlots[--usedSlots] = first;
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
