package dev.spine.iop.engine;

/**
 * One thread of a run in windows: what it knows of the window under way, and what it reports of it at the end. What it writes while it
 * executes nodes is two cache lines away from anything that others write.
 */
final class WindowThread {
    /** Elements of any array that fill two cache lines. */
    private static final int MARGIN = 128;

    private final int number;
    /** By parity of the window: 1 for each node to which this thread sent something in it that was not taken in yet. */
    private final byte[][] crossed;
    /** The first time after the window at which something happens, as far as this thread knows; alone between its margins. */
    private final long[] least = new long[2 * MARGIN + 1];
    private int parity;

    /** One of a run's threads, by its number, for so many nodes. */
    WindowThread(int number, int nodes) {
        this.number = number;
        this.crossed = new byte[2][2 * MARGIN + nodes];
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
        least[MARGIN] = ModelledContext.NEVER;
    }

    /** Something was sent to another node and arrives there at a time. */
    void crosses(int node, long timePs) {
        crossed[parity][MARGIN + node] = 1;
        leaves(timePs);
    }

    /** Whether this thread sent a node something, in the last window of a parity, that was not taken in yet. */
    boolean hasCrossed(int ofParity, int node) {
        return crossed[ofParity][MARGIN + node] != 0;
    }

    /** What this thread sent a node in a window that has ended is taken in; by whoever executes the node. */
    void tookIn(int ofParity, int node) {
        crossed[ofParity][MARGIN + node] = 0;
    }

    /** A node has an event left at a time. */
    void leaves(long timePs) {
        if (timePs < least[MARGIN]) {
            least[MARGIN] = timePs;
        }
    }

    /** {@link #least}, between two windows. */
    long leastPs() {
        return least[MARGIN];
    }
}
