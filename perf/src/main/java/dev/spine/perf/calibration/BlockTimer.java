package dev.spine.perf.calibration;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * Times what is done again and again, in blocks of about a millisecond, by the time for which the thread has a processor: others may use
 * the machine, too. One thread at a time.
 */
final class BlockTimer {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long BLOCK_NS = 1_000_000;
    private static final int GROWTH = 10;
    private static final int PARTS = 4;
    /** The compiler has come to the code when so many blocks were no better. */
    private static final int ENOUGH_WARM_UPS = 2;
    private static final int MAX_WARM_UPS = 20;
    private static final double BETTER = 0.97;

    private final int blocks;
    private long kept;

    /**
     * A timer.
     *
     * @param blocks that are looked at, at least 1; at least twice as many come before them, and at most twenty times
     */
    BlockTimer(int blocks) {
        this.blocks = blocks;
    }

    /**
     * {@return nanoseconds of one time, the first quartile over blocks}
     *
     * @param work does it so many times; what it returns is kept, so that nothing is left out
     */
    double ns(LongUnaryOperator work) {
        long times = 1;
        double best = Double.POSITIVE_INFINITY;
        int noBetter = 0;
        for (int i = 0; i < MAX_WARM_UPS * blocks && noBetter < ENOUGH_WARM_UPS * blocks + GROWTH; i++) {
            double took = Math.max(1, block(work, times));
            noBetter = took / times < BETTER * best ? 0 : noBetter + 1;
            best = Math.min(best, took / times);
            times = Math.clamp((long) (times * BLOCK_NS / took), 1, times * GROWTH);
        }
        double[] taken = new double[blocks];
        for (int i = 0; i < blocks; i++) {
            taken[i] = block(work, times) / (double) times;
        }
        return quartile(taken);
    }

    private long block(LongUnaryOperator work, long times) {
        long begin = THREADS.getCurrentThreadCpuTime();
        kept += work.applyAsLong(times);
        return THREADS.getCurrentThreadCpuTime() - begin;
    }

    /** {@return the number that a quarter of some lie below} */
    static double quartile(double... numbers) {
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / PARTS];
    }

    /** {@return the sum of all that was returned} */
    long kept() {
        return kept;
    }
}
