package dev.spine.perf.benchmarks.hop;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;

/** Bytes allocated in the steps of a variant by the two threads, and for how many operations. */
final class Allocated {
    private static final com.sun.management.ThreadMXBean THREADS =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final AtomicLong bytes = new AtomicLong();
    private long operations;

    static long byThisThread() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    /** Enters what the thread of the harness allocated. */
    void byFirst(long allocated, long done) {
        bytes.addAndGet(allocated);
        operations += done;
    }

    /** Enters what the partner's thread allocated for the same operations. */
    void bySecond(long allocated) {
        bytes.addAndGet(allocated);
    }

    /** Forgets what was allocated while the code became warm. */
    void clear() {
        bytes.set(0);
        operations = 0;
    }

    double perOperation() {
        return operations == 0 ? 0 : (double) bytes.get() / operations;
    }
}
