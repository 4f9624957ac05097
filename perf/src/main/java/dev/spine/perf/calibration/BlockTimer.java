package dev.spine.perf.calibration;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * Times what is done again and again, in blocks of about a millisecond. The quickest quarter of them is what the machine does when nobody
 * disturbs it. One thread at a time.
 */
final class BlockTimer {
    private static final long BLOCK_NS = 1_000_000;
    private static final int GROWTH = 10;
    private static final int PARTS = 4;

    private final int blocks;
    private long kept;

    /**
     * A timer.
     *
     * @param blocks that are looked at, at least 1; as many come before them, for the compiler
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
        double[] taken = new double[blocks];
        long times = 1;
        for (int i = -blocks - GROWTH; i < blocks; i++) {
            long begin = System.nanoTime();
            kept += work.applyAsLong(times);
            long took = Math.max(1, System.nanoTime() - begin);
            if (i >= 0) {
                taken[i] = took / (double) times;
            } else {
                times = Math.clamp(times * BLOCK_NS / took, 1, times * GROWTH);
            }
        }
        return quartile(taken);
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
