package dev.spine.perf.calibration;

import dev.spine.extension.api.metered.MeterAccount;
import java.util.function.LongUnaryOperator;

/**
 * Calls a handler again and again as the runtime does; loaded once for each subject, so that each has its own profile. One thread at a
 * time.
 */
public final class MeteredLoop implements LongUnaryOperator {
    private static final int FUEL = 1_000_000;
    private static final long HEAP = 4L << 20;
    private static final int STACK = 16_384;

    private final LongUnaryOperator handler;
    private final MeterAccount account;

    /**
     * A loop.
     *
     * @param handler what is called
     * @param account filled before each call and read after it
     */
    public MeteredLoop(LongUnaryOperator handler, MeterAccount account) {
        this.handler = handler;
        this.account = account;
    }

    @Override
    public long applyAsLong(long times) {
        long result = 0;
        for (long i = 0; i < times; i++) {
            account.refill(FUEL, HEAP, STACK);
            result += handler.applyAsLong(i) + account.usedFuel();
        }
        return result;
    }
}
