package dev.spine.perf.benchmarks.meter;

import java.util.function.LongUnaryOperator;

/** A handler that does nothing. One thread at a time. */
public final class EmptyWork implements LongUnaryOperator {
    /** Made in each namespace. */
    public EmptyWork() {}

    @Override
    public long applyAsLong(long seed) {
        return seed;
    }
}
