package dev.spine.iop.engine;

import dev.spine.i2o.unit.DeliveryList;

/**
 * One thread of a run in windows: what it knows of the window under way, what it sends in it to other nodes, and what it reports of it at
 * the end. What it writes while it executes nodes is two cache lines away from anything that others write.
 */
final class WindowThread {
    /** Longs that fill two cache lines. */
    private static final int MARGIN = 16;

    private final int number;
    private final WindowParts parts;
    /** By parity of the window, then by part. */
    private final CrossingLog[][] sent;
    /** The first time after the window at which something happens, as far as this thread knows; alone between its margins. */
    private final long[] least = new long[2 * MARGIN + 1];
    private int parity;

    /** One of a run's threads, by its number; each has one of the parts. */
    WindowThread(int number, WindowParts parts) {
        this.number = number;
        this.parts = parts;
        this.sent = new CrossingLog[2][parts.count()];
        for (CrossingLog[] ofParity : sent) {
            for (int part = 0; part < ofParity.length; part++) {
                ofParity[part] = new CrossingLog();
            }
        }
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

    /** Something is sent to another node and arrives there at a time. */
    void crosses(int node, long timePs, long order, DeliveryList<?> list, Object item) {
        leaves(timePs);
        sent[parity][parts.partOf(node)].add(node, timePs, order, list, item);
    }

    /** What this thread has sent to the nodes of a part in windows of a parity; for whoever executes that part in the next window. */
    CrossingLog sent(int ofParity, int toPart) {
        return sent[ofParity][toPart];
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
