package dev.spine.device.os.netlink;

import java.util.concurrent.atomic.AtomicLongArray;

/** What a {@link KernelWatch} has counted. Written by its thread, read by any. */
public final class NetlinkCounters {
    private static final Counter[] COUNTERS = Counter.values();

    private final AtomicLongArray values = new AtomicLongArray(COUNTERS.length);

    /** What is counted. */
    public enum Counter {
        /** Messages that were understood. */
        EVENTS,
        /** Messages about things that nobody here asks for. */
        IGNORED,
        /** Messages that do not say what their kind must say; nothing was taken from them. */
        MALFORMED,
        /** Datagrams that were longer than the buffer. */
        TRUNCATED,
        /** Times that the kernel had more to say than it could keep; everything was read again. */
        LOST,
        /** Tables that were read. */
        TABLES,
        /** Tables that changed while they were read, and were read again. */
        INTERRUPTED
    }

    /** None yet. */
    public NetlinkCounters() {}

    void add(Counter counter, long count) {
        int index = counter.ordinal();
        values.setRelease(index, values.getPlain(index) + count);
    }

    /**
     * {@return a count}
     *
     * @param counter which
     */
    public long get(Counter counter) {
        return values.getAcquire(counter.ordinal());
    }
}
