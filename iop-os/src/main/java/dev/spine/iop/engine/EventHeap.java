package dev.spine.iop.engine;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The events of a modelled engine: a 4-ary heap of (time, order) keys in one {@code long[]}, with what the events carry beside it.
 *
 * <p>The events that come first are kept out of the heap, in order: a node has few pending at a time, so that most are pushed here and
 * leave from here, and the heap has what does not fit.
 *
 * <p>Keys are unique as far as they matter: {@link EventOrder} ends in the source's own sequence. What an event carries stays at one
 * place, its slot, while its key moves through the heap. The heap grows to the most events that were ever pending and makes no garbage
 * after that.
 */
final class EventHeap {
    private static final int FIRST_CAPACITY = 64;
    /** The most events that are kept in order before the heap. */
    private static final int NEAR = 8;
    /** How many come out of the heap at once: there has to be room for those that are pushed before them. */
    private static final int FETCHED = NEAR / 2;

    /** Pairs of time and order, in heap order. */
    private long[] keys = new long[2 * FIRST_CAPACITY];
    /** The slot of each key. */
    private int[] slots = new int[FIRST_CAPACITY];
    private int size;

    /** The events before all in the heap, the first of all at the end; none only while there are none at all. */
    private final long[] nearTimes = new long[NEAR];
    private final long[] nearOrders = new long[NEAR];
    private final int[] nearSlots = new int[NEAR];
    private int nearCount;
    /** The time of the first event of all; {@link ModelledContext#NEVER} while there is none. */
    private long firstTime = ModelledContext.NEVER;

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

    /** The time of the first event, or {@link ModelledContext#NEVER} when there is none. */
    long firstTime() {
        return firstTime;
    }

    /** The order of the first event; only when there is one. */
    long firstOrder() {
        return nearOrders[nearCount - 1];
    }

    /** Shows the events that come first, in their order; none is removed. */
    void showFirst(int most, Visitor visitor) {
        int left = most;
        for (int i = nearCount - 1; i >= 0 && left > 0; i--, left--) {
            visitor.visit(nearTimes[i], nearOrders[i], nearSlots[i]);
        }
        if (left > 0) {
            Integer[] order = new Integer[size];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (a, b) -> isBefore(keys[2 * a], keys[2 * a + 1], keys[2 * b], keys[2 * b + 1]) ? -1 : 1);
            for (int i = 0; i < Math.min(left, size); i++) {
                visitor.visit(keys[2 * order[i]], keys[2 * order[i] + 1], slots[order[i]]);
            }
        }
    }

    /** Shows the slots of all events, in no order. */
    void each(IntConsumer slot) {
        for (int i = 0; i < nearCount; i++) {
            slot.accept(nearSlots[i]);
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
        if (time < firstTime) {
            firstTime = time;
        }
        // What comes after all in the heap but the first few belongs there, and so does what finds no room before them.
        if (size > 0 && !isBefore(time, order, keys[0], keys[1])) {
            rise(time, order, slot);
        } else if (nearCount < NEAR) {
            insert(time, order, slot);
        } else if (isBefore(time, order, nearTimes[0], nearOrders[0])) {
            leaveLast();
            insert(time, order, slot);
        } else {
            rise(time, order, slot);
        }
    }

    /** Puts an event in its place before the heap, where there is room. */
    private void insert(long time, long order, int slot) {
        long[] times = nearTimes;
        long[] orders = nearOrders;
        int[] numbered = nearSlots;
        int at = nearCount++;
        while (at > 0 && (times[at - 1] < time || (times[at - 1] == time && orders[at - 1] < order))) {
            times[at] = times[at - 1];
            orders[at] = orders[at - 1];
            numbered[at] = numbered[at - 1];
            at--;
        }
        times[at] = time;
        orders[at] = order;
        numbered[at] = slot;
    }

    /** The last event before the heap goes into it. */
    private void leaveLast() {
        rise(nearTimes[0], nearOrders[0], nearSlots[0]);
        nearCount--;
        System.arraycopy(nearTimes, 1, nearTimes, 0, nearCount);
        System.arraycopy(nearOrders, 1, nearOrders, 0, nearCount);
        System.arraycopy(nearSlots, 1, nearSlots, 0, nearCount);
    }

    private static boolean isBefore(long time, long order, long otherTime, long otherOrder) {
        return time < otherTime || (time == otherTime && order < otherOrder);
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
        int left = --nearCount;
        int first = nearSlots[left];
        if (left == 0 && size > 0) {
            fetch();
        }
        firstTime = nearCount > 0 ? nearTimes[nearCount - 1] : ModelledContext.NEVER;
        freeSlots[--usedSlots] = first;
        return first;
    }

    /** Takes some events out of the heap, when there are none before it. */
    private void fetch() {
        int count = Math.min(FETCHED, size);
        nearCount = count;
        for (int i = count - 1; i >= 0; i--) {
            nearTimes[i] = keys[0];
            nearOrders[i] = keys[1];
            nearSlots[i] = slots[0];
            int last = --size;
            if (last > 0) {
                sink(last);
            }
        }
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
