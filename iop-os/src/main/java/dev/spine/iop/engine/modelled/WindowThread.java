package dev.spine.iop.engine.modelled;

import dev.spine.i2o.unit.DeliveryList;
import org.jspecify.annotations.Nullable;

/**
 * One thread of a run in windows: what it knows of the window under way, what it sends in it to other nodes, and what it reports of it at
 * the end. What it writes for each event is two cache lines away from anything that others write as often.
 */
final class WindowThread {
    /** Longs that fill two cache lines. */
    private static final int MARGIN = 16;

    private final int number;
    private final WindowParts parts;
    /** By parity of the window, then by part; made when there is something to send there. */
    private final @Nullable CrossingLog[][] sent;
    /** The first time after the window at which something happens, as far as this thread knows; alone between its margins. */
    private final long[] least = new long[2 * MARGIN + 1];
    private int parity;

    /** One of a run's threads, by its number; each has one of the parts. */
    WindowThread(int number, WindowParts parts) {
        this.number = number;
        this.parts = parts;
        this.sent = new CrossingLog[2][parts.count()];
        begin(0);
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
        least[MARGIN] = VirtualTime.NEVER;
    }

    /** Something is sent to another node and arrives there at a time. */
    void crosses(int node, long timePs, long order, DeliveryList<?> list, Object item) {
        leaves(timePs);
        int part = parts.partOf(node);
        CrossingLog log = sent[parity][part];
        if (log == null) {
            log = new CrossingLog();
            sent[parity][part] = log;
        }
        log.add(node, timePs, order, list, item);
    }

    /** What this thread has sent to the nodes of a part in windows of a parity, if anything; for whoever opens it in the next window. */
    @Nullable CrossingLog sent(int ofParity, int toPart) {
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
