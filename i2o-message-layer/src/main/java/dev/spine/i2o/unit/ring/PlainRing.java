package dev.spine.i2o.unit.ring;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A bounded first-in first-out ring of which all is done by one thread at a time, one after the other: nothing in it is volatile.
 *
 * <p>It begins at its first slot whenever it is empty, and has only as many slots as the most that were ever in it need, so that a ring
 * with little in it stays in few cache lines however much may come. It allocates while it grows.
 *
 * @param <T> what travels; never null
 */
public final class PlainRing<T> {
    private static final int FIRST_SLOTS = 16;

    private final int capacity;
    private @Nullable Object[] slots;
    private int mask;
    private int first;
    private int count;

    /**
     * An empty ring.
     *
     * @param capacity how many objects must fit, 1 to 2^28; rounded up to a power of two
     */
    public PlainRing(int capacity) {
        this.capacity = RingSlots.capacity(capacity, 1);
        this.slots = new Object[Math.min(this.capacity, FIRST_SLOTS)];
        this.mask = slots.length - 1;
    }

    /**
     * Adds an object.
     *
     * @param item the object
     * @return false when as many objects as fit are in the ring; nothing was changed
     */
    public boolean offer(T item) {
        if (count > mask && !hasGrown()) {
            return false;
        }
        slots[first + count & mask] = Objects.requireNonNull(item, "a ring carries no nulls: null means that there is nothing");
        count++;
        return true;
    }

    /** Makes room, if there may be more. */
    private boolean hasGrown() {
        if (count == capacity) {
            return false;
        }
        @Nullable Object[] larger = new Object[2 * count];
        System.arraycopy(slots, first, larger, 0, count - first);
        System.arraycopy(slots, 0, larger, count - first, first);
        slots = larger;
        mask = larger.length - 1;
        first = 0;
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
        return capacity;
    }

    @Override
    public String toString() {
        return "ring of " + capacity() + ", " + count + " used";
    }
}
