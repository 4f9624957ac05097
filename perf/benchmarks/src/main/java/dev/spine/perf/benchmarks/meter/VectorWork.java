package dev.spine.perf.benchmarks.meter;

import java.util.function.LongUnaryOperator;

/** A loop over ints that the compiler turns into vector instructions. One thread at a time. */
public final class VectorWork implements LongUnaryOperator {
    private final int[] from;
    private final int[] into;

    /**
     * Made in each namespace.
     *
     * @param from a power of two of ints
     * @param into as many
     */
    public VectorWork(int[] from, int[] into) {
        this.from = from;
        this.into = into;
    }

    @Override
    public long applyAsLong(long seed) {
        int[] a = from;
        int[] b = into;
        int add = (int) seed;
        for (int i = 0; i < b.length; i++) {
            b[i] = a[i] + add;
        }
        return b[(int) seed & b.length - 1];
    }
}
