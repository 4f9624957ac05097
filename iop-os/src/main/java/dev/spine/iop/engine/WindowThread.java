package dev.spine.iop.engine;

/** One thread of a run in windows: what it knows of the window under way, and what it reports of it at the end. */
final class WindowThread {
    private final int number;
    private int parity;
    private long leastPs = ModelledContext.NEVER;

    WindowThread(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** Windows are even and odd in turn: what is sent in one is taken in by the next. */
    int parity() {
        return parity;
    }

    /** A window begins. */
    void begin(int itsParity) {
        parity = itsParity;
        leastPs = ModelledContext.NEVER;
    }

    /** Something was sent to another node and arrives there at a time. */
    void crosses(long timePs) {
        leastPs = Math.min(leastPs, timePs);
    }

    /** A node has an event left at a time. */
    void leaves(long timePs) {
        leastPs = Math.min(leastPs, timePs);
    }

    /** The first time after the window at which something happens, as far as this thread knows. */
    long leastPs() {
        return leastPs;
    }
}
