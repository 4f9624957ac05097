package dev.spine.device.nic;

/**
 * Buckets on their way back to who posted them, in order: each with a packet, with an error, or empty. They wait here, and nowhere else,
 * when there is no frame for a reply. Bounded by the buckets that the device can hold; preallocated; belongs to the IOP's agent.
 */
final class ReturnQueue {
    /** The length of a bucket that comes back without a packet. */
    static final int EMPTY = -1;

    private final int mask;
    private final int[] contexts;
    private final int[] initiators;
    private final int[] initiatorContexts;
    private final int[] lengths;
    /** Packet status and offset of a bucket with a packet; request and detailed status of an empty one. */
    private final int[] statuses;
    private int head;
    private int tail;

    ReturnQueue(int capacity) {
        int slots = Integer.highestOneBit(Math.max(2, capacity * 2 - 1));
        this.mask = slots - 1;
        this.contexts = new int[slots];
        this.initiators = new int[slots];
        this.initiatorContexts = new int[slots];
        this.lengths = new int[slots];
        this.statuses = new int[slots];
    }

    int size() {
        return tail - head;
    }

    boolean isEmpty() {
        return head == tail;
    }

    private int add(int context, int initiator, int initiatorContext) {
        int slot = tail++ & mask;
        contexts[slot] = context;
        initiators[slot] = initiator;
        initiatorContexts[slot] = initiatorContext;
        return slot;
    }

    void addPacket(int context, int initiator, int initiatorContext, int offset, int length, int packetStatus) {
        int slot = add(context, initiator, initiatorContext);
        lengths[slot] = length;
        statuses[slot] = packetStatus << 24 | offset;
    }

    void addEmpty(int context, int initiator, int initiatorContext, int requestStatus, int detailedStatus) {
        int slot = add(context, initiator, initiatorContext);
        lengths[slot] = EMPTY;
        statuses[slot] = requestStatus << 24 | detailedStatus;
    }

    /** Whether the first bucket comes back without a packet. */
    boolean headIsEmpty() {
        return lengths[head & mask] == EMPTY;
    }

    int context() {
        return contexts[head & mask];
    }

    int initiator() {
        return initiators[head & mask];
    }

    int initiatorContext() {
        return initiatorContexts[head & mask];
    }

    int length() {
        return lengths[head & mask];
    }

    int offset() {
        return statuses[head & mask] & 0xFFFFFF;
    }

    int packetStatus() {
        return statuses[head & mask] >>> 24;
    }

    /** The status word of an empty bucket; buckets with another one need another reply. */
    int statusWord() {
        return statuses[head & mask];
    }

    void remove() {
        head++;
    }

    void clear() {
        head = tail;
    }
}
