package dev.spine.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** The least that a thread allocates in a round of work. */
public final class ThreadAllocation {
    private static final int ROUNDS = 60;

    private ThreadAllocation() {
    }

    /** One round of the work, on whatever threads. */
    @FunctionalInterface
    public interface Round {
        /**
         * Does the work once, and returns when it is done.
         *
         * @throws InterruptedException if the caller is to stop
         */
        void run() throws InterruptedException;
    }

    /**
     * Runs rounds until one allocates less than {@code enough}, 60 at most. The work ought to be warm: run a round of it before.
     *
     * @param thread the id of the platform thread that is watched, which lives throughout
     * @param enough bytes, above 0
     * @param round one round
     * @return the least that a round allocated on that thread, in bytes
     * @throws InterruptedException if a round throws it
     */
    public static long least(long thread, long enough, Round round) throws InterruptedException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS && least >= enough; i++) {
            long before = threads.getThreadAllocatedBytes(thread);
            round.run();
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        return least;
    }
}
