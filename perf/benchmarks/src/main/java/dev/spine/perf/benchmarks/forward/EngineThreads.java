package dev.spine.perf.benchmarks.forward;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The processor time that the operating system has given to the threads of the live engines of this process. What other programs took of
 * the processors meanwhile is not in it.
 */
final class EngineThreads {
    private static final String NAME = "live ";
    private static final double NS_PER_SECOND = 1e9;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    /** {@return seconds so far} */
    double seconds() {
        long sum = 0;
        for (long id : threads.getAllThreadIds()) {
            var info = threads.getThreadInfo(id);
            long ns = info == null || !info.getThreadName().startsWith(NAME) ? 0 : threads.getThreadCpuTime(id);
            sum += Math.max(0, ns);
        }
        return sum / NS_PER_SECOND;
    }
}
