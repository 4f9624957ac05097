package dev.spine.command.route;

/** Keeps reading again to at most half of the time: after each reading comes a pause that is as long as it took. One thread. */
final class ReadingPause {
    private long endNs;
    private boolean hasBegun;

    /** {@return how long the pause still lasts, 0 when the next reading may begin} */
    long leftNs(long nowNs) {
        return hasBegun ? Math.max(endNs - nowNs, 0) : 0;
    }

    /** A reading has ended. */
    void begin(long readingBeganNs, long nowNs) {
        hasBegun = true;
        endNs = nowNs + (nowNs - readingBeganNs);
    }
}
