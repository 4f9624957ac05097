package dev.spine.i2o.unit.ring;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A bounded first-in first-out ring between one thread that offers and one that polls.
 *
 * <p>Which thread has which side may change when the change itself is ordered by other means, for example when a system is built on
 * one thread and run on others. Two threads on one side at a time break the ring without a sign.
 *
 * <p>An object that was polled may be offered again, to this ring or to another; what a thread wrote before it offered an object is
 * seen by the thread that polls it.
 *
 * @param <T> what travels; never null
 */
public final class SpscRing<T> {
    private final @Nullable Object[] slots;
    private final int mask;
    private final PaddedPosition producer = new PaddedPosition();
    private final PaddedPosition consumer = new PaddedPosition();

    /**
     * An empty ring.
     *
     * @param capacity how many objects must fit, 1 to 2^28; rounded up to a power of two, at least 256
     */
    public SpscRing(int capacity) {
        int slotCount = RingSlots.capacity(capacity, RingSlots.MIN_ASKING);
        this.mask = slotCount - 1;
        this.slots = new Object[slotCount + 2 * RingSlots.MARGIN];
    }

    /**
     * Adds an object. Offering thread only.
     *
     * @param item the object
     * @return false when as many objects as fit were offered and not polled; nothing was changed. Never false otherwise
     */
    public boolean offer(T item) {
        Objects.requireNonNull(item, "a ring carries no nulls: null means that a slot is free");
        long position = producer.position;
        if (position >= producer.limit && !hasFreeSlot(position)) {
            return false;
        }
        RingSlots.SLOT.setRelease(slots, ((int) position & mask) + RingSlots.MARGIN, (Object) item);
        producer.publish(position + 1);
        return true;
    }

    private boolean hasFreeSlot(long position) {
        // A slot is freed before the position is published, so whatever lies before this limit is free.
        producer.limit = consumer.seen() + capacity();
        return position < producer.limit;
    }

    /**
     * Removes the oldest object. Polling thread only.
     *
     * @return the object, or null when nothing is in the ring
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

    /** {@return whether nothing is in the ring; exact for the polling thread, a moment's reading for all others} */
    public boolean isEmpty() {
        return RingSlots.SLOT.getAcquire(slots, ((int) consumer.seen() & mask) + RingSlots.MARGIN) == null;
    }

    /** {@return how many objects are in the ring, 0 to {@link #capacity()}; exact only while nobody offers or polls; any thread} */
    public int size() {
        long polled = consumer.seen();
        return Math.clamp(producer.seen() - polled, 0, capacity());
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
