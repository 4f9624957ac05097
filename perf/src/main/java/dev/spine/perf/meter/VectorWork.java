package dev.spine.perf.meter;

import java.util.function.LongUnaryOperator;

/** A loop over 4,096 ints that the compiler turns into vector instructions. */
public final class VectorWork implements LongUnaryOperator {
    private static final int INTS = 4096;

    private final int[] from = new int[INTS];
    private final int[] into = new int[INTS];

    /** Made in each name space. */
    public VectorWork() {
        for (int i = 0; i < INTS; i++) {
            from[i] = i * 31;
        }
    }

    @Override
    public long applyAsLong(long seed) {
        int[] a = from;
        int[] b = into;
        int add = (int) seed;
        for (int i = 0; i < b.length; i++) {
            b[i] = a[i] + add;
        }
        return b[(int) seed & INTS - 1];
    }
}
