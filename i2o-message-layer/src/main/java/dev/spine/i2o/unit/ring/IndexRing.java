package dev.spine.i2o.unit.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bounded first-in first-out ring of indices between one thread that offers and one that polls: the fastest way to say "frame 5".
 *
 * <p>A slot holds an index beside the position at which it was offered, so a slot of an earlier lap is not mistaken for a new one and
 * the polling thread has nothing to clear: only the offering thread writes the line that both share. Indices are no references, so the
 * garbage collector has no barrier in the way. The rules for threads are those of {@link SpscRing}.
 */
public final class IndexRing {
    /** What {@link #poll} returns when nothing is in the ring. */
    public static final int NONE = -1;

    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int MARGIN = 16;
    private static final int MIN = 64;

    private final long[] slots;
    private final int mask;
    private final PaddedPosition producer = new PaddedPosition();
    private final PaddedPosition consumer = new PaddedPosition();

    /**
     * An empty ring.
     *
     * @param capacity how many indices must fit, 1 to 2^28; rounded up to a power of two, at least 64
     */
    public IndexRing(int capacity) {
        int slotCount = RingSlots.capacity(capacity, MIN);
        this.mask = slotCount - 1;
        this.slots = new long[slotCount + 2 * MARGIN];
    }

    /**
     * Adds an index. Offering thread only.
     *
     * <p>Nothing is asked of the other side: the caller knows that no more than {@link #capacity()} indices exist, because an index is
     * offered again only after it was polled. Should it be wrong, {@link #poll} says so.
     *
     * @param index 0 or more
     * @throws IllegalArgumentException when the index is negative
     */
    public void offer(int index) {
        if (index < 0) {
            throw new IllegalArgumentException("an index is 0 or more, not " + index);
        }
        long position = producer.position;
        SLOT.setRelease(slots, ((int) position & mask) + MARGIN, (position + 1) << 32 | index);
        producer.publish(position + 1);
    }

    /**
     * Removes the oldest index. Polling thread only.
     *
     * @return the index, or {@link #NONE} when nothing is in the ring
     * @throws IllegalStateException when more than {@link #capacity()} indices were offered and not polled, so that some are lost: the
     *     ring was made too small
     */
    public int poll() {
        long position = consumer.position;
        long slot = (long) SLOT.getAcquire(slots, ((int) position & mask) + MARGIN);
        int ahead = (int) (slot >>> 32) - (int) (position + 1);
        if (ahead != 0) {
            return noneUnlessOverrun(ahead);
        }
        consumer.publish(position + 1);
        return (int) slot;
    }

    /** A slot that waits for its lap is one lap behind, or was never filled; one that is ahead was filled twice. */
    private int noneUnlessOverrun(int ahead) {
        if (ahead > 0) {
            throw new IllegalStateException("more than " + capacity() + " indices were offered to a ring that holds " + capacity());
        }
        return NONE;
    }

    /** {@return whether nothing is in the ring; exact for the polling thread, a moment's reading for all others} */
    public boolean isEmpty() {
        long polled = consumer.seen();
        long slot = (long) SLOT.getAcquire(slots, ((int) polled & mask) + MARGIN);
        return (int) (slot >>> 32) != (int) (polled + 1);
    }

    /** {@return how many indices are in the ring, 0 to {@link #capacity()}; exact only while nobody offers or polls; any thread} */
    public int size() {
        long polled = consumer.seen();
        return Math.clamp(producer.seen() - polled, 0, capacity());
    }

    /** {@return how many indices fit} */
    public int capacity() {
        return mask + 1;
    }

    @Override
    public String toString() {
        return "ring of " + capacity() + ", " + size() + " used";
    }
}
