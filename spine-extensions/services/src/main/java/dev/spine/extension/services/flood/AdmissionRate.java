package dev.spine.extension.services.flood;

/**
 * How often something is admitted: in the long run once in an interval, and a burst at once. The state of it is one number, the time at
 * which the next one would be due if all had come evenly.
 */
final class AdmissionRate {
    private static final long SECOND = 1_000_000_000L;

    private final long intervalNs;
    private final long toleranceNs;

    /**
     * A rate.
     *
     * @param perSecond 1 to 1,000,000,000; 0 for no limit
     * @param burst how many at once, at least 1
     */
    AdmissionRate(long perSecond, long burst) {
        intervalNs = perSecond == 0 ? 0 : (SECOND + perSecond - 1) / perSecond;
        toleranceNs = intervalNs * (burst - 1);
    }

    boolean isUnlimited() {
        return intervalNs == 0;
    }

    boolean admits(long dueNs, long nowNs) {
        return nowNs >= dueNs - toleranceNs;
    }

    /** {@return when the next one is due after one was admitted} */
    long after(long dueNs, long nowNs) {
        return Math.max(dueNs, nowNs) + intervalNs;
    }
}
