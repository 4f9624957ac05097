package dev.spine.host.nbd;

/** Requests that wait for their turn, first come, first served. */
final class SlotQueue {
    private final RequestSlot[] ring;
    private int head;
    private int count;

    /**
     * A queue.
     *
     * @param slots how many slots there are; none is in the queue twice
     */
    SlotQueue(RequestSlot[] slots) {
        ring = new RequestSlot[Integer.highestOneBit(slots.length) << 1];
    }

    boolean isEmpty() {
        return count == 0;
    }

    void add(RequestSlot slot) {
        ring[head + count++ & ring.length - 1] = slot;
    }

    RequestSlot first() {
        return ring[head];
    }

    void removeFirst() {
        head = head + 1 & ring.length - 1;
        count--;
    }
}
