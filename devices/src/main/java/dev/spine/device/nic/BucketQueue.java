package dev.spine.device.nic;

import dev.spine.iop.bus.Transfer;

/**
 * Posted buckets in the order in which they came. Bounded, preallocated; belongs to the IOP's agent.
 */
final class BucketQueue {
    /** The most runs of one bucket: a bucket of 4 KiB pages that holds a standard packet needs two. */
    static final int MAX_RUNS = 4;

    private final int mask;
    private final int[] contexts;
    private final int[] initiators;
    private final int[] initiatorContexts;
    private final int[] bytes;
    private final byte[] runCounts;
    private final long[] addresses;
    private final int[] runBytes;
    private int head;
    private int tail;

    BucketQueue(int capacity) {
        int slots = Integer.highestOneBit(Math.max(2, capacity * 2 - 1));
        this.mask = slots - 1;
        this.contexts = new int[slots];
        this.initiators = new int[slots];
        this.initiatorContexts = new int[slots];
        this.bytes = new int[slots];
        this.runCounts = new byte[slots];
        this.addresses = new long[slots * MAX_RUNS];
        this.runBytes = new int[slots * MAX_RUNS];
    }

    int size() {
        return tail - head;
    }

    boolean isEmpty() {
        return head == tail;
    }

    /** Adds a good buffer of at most {@link #MAX_RUNS} runs; the caller has counted that there is room. */
    void add(BufferList list, int buffer, int initiator, int initiatorContext) {
        int slot = tail++ & mask;
        contexts[slot] = list.context(buffer);
        initiators[slot] = initiator;
        initiatorContexts[slot] = initiatorContext;
        bytes[slot] = list.bytes(buffer);
        int count = list.runCount(buffer);
        runCounts[slot] = (byte) count;
        for (int run = 0; run < count; run++) {
            addresses[slot * MAX_RUNS + run] = list.address(buffer, run);
            runBytes[slot * MAX_RUNS + run] = list.runBytes(buffer, run);
        }
    }

    /** The context of the first bucket. */
    int context() {
        return contexts[head & mask];
    }

    /** The TID of who posted it. */
    int initiator() {
        return initiators[head & mask];
    }

    /** The initiator context of the request that posted it. */
    int initiatorContext() {
        return initiatorContexts[head & mask];
    }

    /** The bytes of the first bucket. */
    int bytes() {
        return bytes[head & mask];
    }

    /**
     * Adds to {@code transfer} what brings {@code length} bytes from {@code source} into the first bucket, from {@code offset} on; the
     * bucket is large enough.
     *
     * @return false: the transfer has no room for all runs, nothing was added
     */
    boolean addRuns(Transfer transfer, long source, int length, int offset) {
        int slot = head & mask;
        int first = slot * MAX_RUNS;
        if (offset + length <= runBytes[first]) {
            return transfer.add(source, addresses[first] + offset, length);
        }
        if (transfer.maxRuns() - transfer.runs() < runCounts[slot]) {
            return false;
        }
        long from = source;
        int left = length;
        int skip = offset;
        for (int run = first; left > 0; run++) {
            int usable = runBytes[run] - skip;
            if (usable <= 0) {
                skip -= runBytes[run];
                continue;
            }
            int part = Math.min(left, usable);
            transfer.add(from, addresses[run] + skip, part);
            from += part;
            left -= part;
            skip = 0;
        }
        return true;
    }

    /** Puts the first bucket behind the last. */
    void rotate() {
        int from = head++ & mask;
        int to = tail++ & mask;
        contexts[to] = contexts[from];
        initiators[to] = initiators[from];
        initiatorContexts[to] = initiatorContexts[from];
        bytes[to] = bytes[from];
        runCounts[to] = runCounts[from];
        for (int run = 0; run < runCounts[from]; run++) {
            addresses[to * MAX_RUNS + run] = addresses[from * MAX_RUNS + run];
            runBytes[to * MAX_RUNS + run] = runBytes[from * MAX_RUNS + run];
        }
    }

    /** Takes the first bucket out. */
    void remove() {
        head++;
    }

    void clear() {
        head = tail;
    }
}
