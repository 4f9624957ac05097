package dev.spine.extension.router.host;

/** How long to wait until an extension that has stopped is loaded again: the longer the more often it has stopped soon after its start. */
final class Patience {
    private static final long FIRST_NS = 100_000_000L;
    private static final long LAST_NS = 30_000_000_000L;
    /** Who has run for so long has not stopped again and again. */
    private static final long LONG_NS = 60_000_000_000L;

    private long nextNs = FIRST_NS;
    private long startedNs = Long.MIN_VALUE;

    /** It runs. */
    void started(long nowNs) {
        startedNs = nowNs;
    }

    /** It has stopped, or could not be started: {@return in how many nanoseconds to try again}. */
    long afterStop(long nowNs) {
        if (startedNs != Long.MIN_VALUE && nowNs - startedNs >= LONG_NS) {
            nextNs = FIRST_NS;
        }
        startedNs = Long.MIN_VALUE;
        long now = nextNs;
        nextNs = Math.min(2 * nextNs, LAST_NS);
        return now;
    }
}
