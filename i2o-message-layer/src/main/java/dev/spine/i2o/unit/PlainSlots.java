package dev.spine.i2o.unit;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link DeliveryList} is where one thread at a time does everything, one after the other: a ring in the list itself, so that a list
 * is found empty by one look at it. Nothing here is volatile.
 *
 * <p>It begins at its first slot whenever it is empty, and has only as many slots as the most that were ever in it need, so that a list
 * with little in it stays in few cache lines however much may come. It allocates while it grows.
 *
 * @param <T> what the list carries
 */
abstract class PlainSlots<T> {
    private static final int FIRST_SLOTS = 16;

    /** Null as long as several threads may use the list, which then has its objects elsewhere. */
    private @Nullable Object @Nullable [] slots;
    private int count;
    private int first;
    private int mask;
    private int most;

    /** Makes the slots, which are used from now on; what fits, at least 1, is rounded up to a power of two. */
    final void makeSlots(int capacity) {
        most = 1 << -Integer.numberOfLeadingZeros(capacity - 1);
        slots = new Object[Math.min(most, FIRST_SLOTS)];
        mask = slots.length - 1;
    }

    /** Whether the objects are here. */
    final boolean isPlain() {
        return slots != null;
    }

    /** Adds an object; false when as many as fit are here. */
    final boolean add(T item) {
        if (count > mask && !hasGrown()) {
            return false;
        }
        present()[first + count & mask] = Objects.requireNonNull(item, "a list carries no nulls: null means that there is nothing");
        count++;
        return true;
    }

    /** Makes room, if there may be more. */
    private boolean hasGrown() {
        if (count == most) {
            return false;
        }
        @Nullable Object[] old = present();
        @Nullable Object[] larger = new Object[2 * count];
        System.arraycopy(old, first, larger, 0, count - first);
        System.arraycopy(old, 0, larger, count - first, first);
        slots = larger;
        mask = larger.length - 1;
        first = 0;
        return true;
    }

    /** Removes the oldest object; null when there is none. */
    final @Nullable T remove() {
        if (count == 0) {
            return null;
        }
        int slot = first;
        @Nullable Object[] present = present();
        @SuppressWarnings("unchecked") // only add puts objects into slots
        T found = (T) present[slot];
        present[slot] = null;
        first = --count == 0 ? 0 : slot + 1 & mask;
        return found;
    }

    /** How many objects are here. */
    final int count() {
        return count;
    }

    /** How many fit. */
    final int most() {
        return most;
    }

    private @Nullable Object[] present() {
        return Objects.requireNonNull(slots);
    }
}
