package dev.spine.iop.engine.live;

import dev.spine.i2o.unit.DeliveryList;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries of one live agent whose time has not come: a binary heap by time, then by order of arrival. Belongs to the agent's thread.
 * It grows to the most that were ever held and allocates nothing after that.
 */
final class HeldDeliveries {
    private static final int FIRST_CAPACITY = 64;

    private long[] times = new long[FIRST_CAPACITY];
    private long[] sequences = new long[FIRST_CAPACITY];
    private @Nullable DeliveryList<?>[] lists = new DeliveryList<?>[FIRST_CAPACITY];
    private @Nullable Object[] items = new Object[FIRST_CAPACITY];
    private int size;
    private long nextSequence;

    int size() {
        return size;
    }

    /** The time of the earliest; only when there is one. */
    long earliestNs() {
        return times[0];
    }

    <T> void hold(DeliveryList<T> list, T item, long timeNs) {
        if (size == times.length) {
            grow();
        }
        long sequence = nextSequence++;
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (!isBefore(timeNs, sequence, parent)) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        put(at, timeNs, sequence, list, item);
    }

    /**
     * Delivers what is due.
     *
     * @return how many were delivered
     */
    int release(long nowNs) {
        int released = 0;
        while (size > 0 && times[0] <= nowNs) {
            @SuppressWarnings("unchecked")
            DeliveryList<Object> list = (DeliveryList<Object>) Objects.requireNonNull(lists[0]);
            Object item = Objects.requireNonNull(items[0]);
            removeFirst();
            list.offerOrThrow(item);
            released++;
        }
        return released;
    }

    private void removeFirst() {
        int last = --size;
        long time = times[last];
        long sequence = sequences[last];
        DeliveryList<?> list = lists[last];
        Object item = items[last];
        lists[last] = null;
        items[last] = null;
        if (last == 0) {
            return;
        }
        int at = 0;
        for (int child = 1; child < last; child = 2 * at + 1) {
            if (child + 1 < last && isBefore(times[child + 1], sequences[child + 1], child)) {
                child++;
            }
            if (isBefore(time, sequence, child)) {
                break;
            }
            move(child, at);
            at = child;
        }
        put(at, time, sequence, list, item);
    }

    private boolean isBefore(long time, long sequence, int other) {
        return time < times[other] || (time == times[other] && sequence < sequences[other]);
    }

    private void move(int from, int to) {
        put(to, times[from], sequences[from], lists[from], items[from]);
    }

    private void put(int at, long time, long sequence, @Nullable DeliveryList<?> list, @Nullable Object item) {
        times[at] = time;
        sequences[at] = sequence;
        lists[at] = list;
        items[at] = item;
    }

    private void grow() {
        int capacity = 2 * size;
        times = Arrays.copyOf(times, capacity);
        sequences = Arrays.copyOf(sequences, capacity);
        lists = Arrays.copyOf(lists, capacity);
        items = Arrays.copyOf(items, capacity);
    }
}
