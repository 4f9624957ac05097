package dev.spine.extension.router;

/** A token bucket: so many in a second, and some at once after a pause. */
final class RateLimit {
    private static final long SECOND_NS = 1_000_000_000L;

    private final long costNs;
    private final long mostNs;
    private long creditNs;
    private long lastNs;

    /**
     * A full bucket.
     *
     * @param perSecond how many in a second, at least 1
     * @param burst how many at once, at least 1
     * @param nowNs the time
     */
    RateLimit(int perSecond, int burst, long nowNs) {
        this.costNs = Math.max(1, SECOND_NS / perSecond);
        this.mostNs = costNs * burst;
        this.creditNs = mostNs;
        this.lastNs = nowNs;
    }

    /** {@return whether one more may be, which is counted} */
    boolean take(long nowNs) {
        creditNs = Math.min(mostNs, creditNs + Math.max(0, nowNs - lastNs));
        lastNs = nowNs;
        if (creditNs < costNs) {
            return false;
        }
        creditNs -= costNs;
        return true;
    }
}
