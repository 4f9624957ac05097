package dev.spine.i2o.unit.ring;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A bounded first-in first-out ring between any number of threads that offer and one that polls.
 *
 * <p>An offer claims a slot and then fills it. Objects are polled in the order in which slots were claimed, so objects of one thread
 * keep their order.
 *
 * @param <T> what travels; never null
 */
public final class MpscRing<T> {
    private final @Nullable Object[] slots;
    private final int mask;
    /** Its limit is always true, perhaps out of date: a limit that was true once stays true. */
    private final PaddedPosition producers = new PaddedPosition();
    private final PaddedPosition consumer = new PaddedPosition();

    /**
     * An empty ring.
     *
     * @param capacity how many objects must fit, 1 to 2^28; rounded up to a power of two, at least 256
     */
    public MpscRing(int capacity) {
        int slotCount = RingSlots.capacity(capacity, RingSlots.LEAST_ASKING);
        this.mask = slotCount - 1;
        this.slots = new Object[slotCount + 2 * RingSlots.MARGIN];
    }

    /**
     * Adds an object. Any thread; a thread that is stopped between claiming and filling holds up the polling thread, not other offers.
     *
     * @param item the object
     * @return false when as many objects as fit were claimed and not polled; nothing was changed. Never false otherwise
     */
    public boolean offer(T item) {
        Objects.requireNonNull(item, "a ring carries no nulls: null means that a slot is free");
        long position;
        do {
            position = producers.seen();
            if (position >= producers.sharedLimit()) {
                // A slot is freed before the position is published, so whatever lies before this limit is free.
                long limit = consumer.seen() + capacity();
                if (position >= limit) {
                    return false;
                }
                producers.shareLimit(limit);
            }
        } while (!producers.claim(position));
        RingSlots.SLOT.setRelease(slots, ((int) position & mask) + RingSlots.MARGIN, (Object) item);
        return true;
    }

    /**
     * Removes the oldest object. Polling thread only.
     *
     * @return the object; or null when nothing is in the ring, or when the next slot was claimed and is not filled yet, even though
     *     later slots may be: poll again
     */
    public @Nullable T poll() {
        long position = consumer.position;
        int slot = ((int) position & mask) + RingSlots.MARGIN;
        Object item = RingSlots.SLOT.getAcquire(slots, slot);
        if (item == null) {
            return null;
        }
        slots[slot] = null;
        consumer.publish(position + 1);
        @SuppressWarnings("unchecked") // only offer puts objects into slots
        T found = (T) item;
        return found;
    }

    /** {@return whether nothing was claimed that was not polled; any thread, a moment's reading while others offer or poll} */
    public boolean isEmpty() {
        long polled = consumer.seen();
        return producers.seen() <= polled;
    }

    /** {@return how many slots are claimed, 0 to {@link #capacity()}; exact only while nobody offers or polls; any thread} */
    public int size() {
        long polled = consumer.seen();
        return Math.clamp(producers.seen() - polled, 0, capacity());
    }

    /** {@return how many objects fit} */
    public int capacity() {
        return mask + 1;
    }

    @Override
    public String toString() {
        return "ring of " + capacity() + ", " + size() + " used";
    }
}
