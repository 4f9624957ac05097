package dev.spine.device.os.netlink;

import dev.spine.iop.count.CounterName;
import dev.spine.iop.count.Counters;

/** What a {@link KernelWatch} has counted. Written by its thread, read by any. */
public final class NetlinkCounters extends Counters<NetlinkCounters.Counter> {
    /** What is counted. */
    public enum Counter implements CounterName {
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
    public NetlinkCounters() {
        super(Counter.class);
    }
}
