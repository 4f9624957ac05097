package dev.spine.i2o.unit.ring;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A bounded first-in first-out ring of which all is done by one thread at a time, one after the other: nothing in it is volatile.
 *
 * <p>It begins at its first slot whenever it is empty, so that a ring with little in it stays in few cache lines however large it is.
 *
 * @param <T> what travels; never null
 */
public final class PlainRing<T> {
    private final @Nullable Object[] slots;
    private final int mask;
    private int first;
    private int count;

    /**
     * An empty ring.
     *
     * @param capacity how many objects must fit, 1 to 2^28; rounded up to a power of two
     */
    public PlainRing(int capacity) {
        this.slots = new Object[RingSlots.capacity(capacity, 1)];
        this.mask = slots.length - 1;
    }

    /**
     * Adds an object.
     *
     * @param item the object
     * @return false when as many objects as fit are in the ring; nothing was changed
     */
    public boolean offer(T item) {
        if (count > mask) {
            return false;
        }
        slots[first + count & mask] = Objects.requireNonNull(item, "a ring carries no nulls: null means that there is nothing");
        count++;
        return true;
    }

    /** {@return the oldest object, removed, or null when nothing is in the ring} */
    public @Nullable T poll() {
        if (count == 0) {
            return null;
        }
        int slot = first;
        @SuppressWarnings("unchecked") // only offer puts objects into slots
        T found = (T) slots[slot];
        slots[slot] = null;
        first = --count == 0 ? 0 : slot + 1 & mask;
        return found;
    }

    /** {@return how many objects are in the ring} */
    public int size() {
        return count;
    }

    /** {@return how many objects fit} */
    public int capacity() {
        return mask + 1;
    }

    @Override
    public String toString() {
        return "ring of " + capacity() + ", " + count + " used";
    }
}
