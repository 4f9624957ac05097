package dev.spine.command.control;

/** Spaces the requests of one user: as many at once as come in a second, then one after the other. One thread at a time. */
final class Pacer {
    private static final long SECOND_NS = 1_000_000_000L;

    private final long distanceNs;
    private long nextNs;

    Pacer(int perSecond, long nowNs) {
        this.distanceNs = SECOND_NS / perSecond;
        this.nextNs = nowNs - SECOND_NS;
    }

    /**
     * {@return how long a request has to wait, nanoseconds}
     *
     * @param nowNs now, never less than before
     * @param weight as how many requests it counts
     */
    long waitNs(long nowNs, int weight) {
        nextNs = Math.max(nextNs, nowNs - SECOND_NS) + weight * distanceNs;
        return Math.max(0, nextNs - nowNs);
    }
}
