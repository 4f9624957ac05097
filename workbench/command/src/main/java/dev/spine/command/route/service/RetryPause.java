package dev.spine.command.route.service;

import java.util.concurrent.TimeUnit;

/** How long to wait before the next try: 100 ms at first, twice as long each time, 30 s at most. The command's thread. */
final class RetryPause {
    private static final long FIRST_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(30);

    private long lengthNs = FIRST_NS;
    private long endNs;
    private boolean hasBegun;

    /** {@return whether the next try may be made} */
    boolean isOver(long nowNs) {
        return !hasBegun || nowNs - endNs >= 0;
    }

    /** A try has ended: the next one is later than it was the last time. */
    void begin(long nowNs) {
        hasBegun = true;
        endNs = nowNs + lengthNs;
        lengthNs = Math.min(LONGEST_NS, lengthNs * 2);
    }

    /** All is well: the next pause is short again. */
    void reset() {
        hasBegun = false;
        lengthNs = FIRST_NS;
    }
}
