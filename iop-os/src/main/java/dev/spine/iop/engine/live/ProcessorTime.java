package dev.spine.iop.engine.live;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** How long threads have had a processor: what the machine takes for others, or stands still, is not in it. */
public final class ProcessorTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final boolean KNOWN = THREADS.isCurrentThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();

    private ProcessorTime() {}

    /** {@return the same of a thread that runs, or -1 when the virtual machine does not know}; any thread. */
    static long ofNs(Thread thread) {
        return KNOWN ? THREADS.getThreadCpuTime(thread.threadId()) : -1;
    }

    /**
     * {@return nanoseconds that the current thread has had a processor, of which only differences mean something; those of the clock where
     * the virtual machine does not know} A system call: some tenths of a microsecond.
     */
    public static long ofThisThreadNs() {
        return KNOWN ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }
}
