package dev.spine.device.tunnel;

/** Whether it is worth while to look around before one sleeps, by what came of it so far. Belongs to the thread that waits. */
final class LookHistory {
    /** After so many looks around in a row that found nothing it sleeps at once. */
    private static final int MAX_MISSES = 2;
    /**
     * What wakes it within this time, twice that of a look, is soon, and it tries to look around again; after tries for nothing only when
     * twice as much was soon in a row, up to {@link #MAX_SOON}: it may come soon, but never within a look.
     */
    private static final long SOON_NS = 2 * CardLoop.LOOK_NS;
    private static final int MAX_SOON = 16;

    private int misses = MAX_MISSES;
    private int soon;
    private int soonToTry = 1;

    boolean isWorthWhile() {
        return misses < MAX_MISSES;
    }

    /** A look has found what was waited for. */
    void found() {
        misses = 0;
        soonToTry = 1;
    }

    /** Something has come while the thread slept, so long after it began to wait; {@code hasLooked}: it had looked around for nothing. */
    void woken(boolean hasLooked, long ns) {
        if (!hasLooked) {
            soon = ns < SOON_NS ? soon + 1 : 0;
            if (soon >= soonToTry) {
                misses = 0;
            }
        } else if (++misses >= MAX_MISSES) {
            misses = MAX_MISSES;
            soon = 0;
            soonToTry = Math.min(2 * soonToTry, MAX_SOON);
        }
    }
}
