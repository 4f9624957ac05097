package dev.spine.extension.services.multicast;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/**
 * What goes on to neighbours, in order: at once, or when they take more. As many packets wait as there are places; more are lost. A
 * neighbour that takes nothing for {@link #PATIENCE_NS} is given up.
 */
final class Departures {
    /** How long a neighbour may take nothing. */
    static final long PATIENCE_NS = 50_000_000;

    private static final int PLACES = 64;

    private final ExtensionContext context;
    private final MulticastKey key;
    private final MulticastCounters counters;
    private final @Nullable Buffer[] data = new Buffer[PLACES];
    private final @Nullable Tree[] trees = new Tree[PLACES];
    private final int[] generations = new int[PLACES];
    private final int[] origins = new int[PLACES];
    private final int[] sequences = new int[PLACES];
    private final int[] hops = new int[PLACES];
    private final int[] kinds = new int[PLACES];
    /** The neighbours that have not got it, as bits. */
    private final int[] left = new int[PLACES];
    private int first;
    private int waiting;
    private long stuckSinceNs;
    private final LostNeighbour lost;

    /** Hears of neighbours that are given up. */
    interface LostNeighbour {
        void isLost(int generation, int node);
    }

    Departures(ExtensionContext context, MulticastKey key, MulticastCounters counters, LostNeighbour lost) {
        this.lost = lost;
        this.context = context;
        this.key = key;
        this.counters = counters;
    }

    boolean areWaiting() {
        return waiting > 0;
    }

    /**
     * Sends data to the neighbours of a tree.
     *
     * @param tree along which
     * @param but the node that it comes from, 0 for none
     * @param bytes all of which go
     * @param origin origin, this card and life, as they stand in the message
     * @param sequence of the origin
     * @param hopsLeft how many cards it may still pass
     * @param kind packet or data
     */
    void send(Tree tree, int but, Buffer bytes, int origin, int sequence, int hopsLeft, int kind) {
        int to = 0;
        for (int i = 0; i < tree.neighbours(); i++) {
            if (tree.isGivenUp(i) && tree.node(i) != but) {
                counters.count(MulticastCounters.NEIGHBOUR_LOST);
            } else if (tree.node(i) != but) {
                to |= 1 << i;
            }
        }
        if (waiting == 0) {
            to = sendNow(tree, to, bytes, origin, sequence, hopsLeft, kind);
        }
        if (to == 0) {
            return;
        }
        Buffer kept = waiting == PLACES ? null : bytes.keep();
        if (kept == null) {
            counters.add(MulticastCounters.NEIGHBOUR_BUSY, Integer.bitCount(to));
            return;
        }
        if (waiting == 0) {
            stuckSinceNs = context.nowNs();
        }
        int at = (first + waiting++) % PLACES;
        data[at] = kept;
        trees[at] = tree;
        generations[at] = tree.generation();
        origins[at] = origin;
        sequences[at] = sequence;
        hops[at] = hopsLeft;
        kinds[at] = kind;
        left[at] = to;
    }

    /** {@return the neighbours that have not got it} */
    private int sendNow(Tree tree, int neighbours, Buffer bytes, int origin, int sequence, int hopsLeft, int kind) {
        int rest = neighbours;
        for (int i = 0; i < tree.neighbours(); i++) {
            Route route = (rest & 1 << i) == 0 ? null : tree.route(i);
            OutgoingMessage message = route == null ? null : context.message(route);
            if (message != null) {
                message.word(0, key.high()).word(1, key.low()).word(2, tree.generation()).word(3, origin).word(4, sequence)
                    .word(5, hopsLeft << 8 | tree.node(i)).word(6, kind).data(bytes, 0, bytes.length()).send();
                counters.count(MulticastCounters.FORWARDED);
                rest &= ~(1 << i);
            }
        }
        return rest;
    }

    /** Sends what waits, as far as neighbours take it: {@return whether something still waits}. */
    boolean resume() {
        while (waiting > 0) {
            Buffer bytes = data[first];
            Tree tree = trees[first];
            if (bytes == null || tree == null) {
                throw new IllegalStateException("nothing waits");
            }
            if (tree.generation() == generations[first]) {
                int rest = sendNow(tree, left[first], bytes, origins[first], sequences[first], hops[first], kinds[first]);
                if (rest != left[first]) {
                    stuckSinceNs = context.nowNs();
                }
                left[first] = rest;
                if (rest != 0 && context.nowNs() - stuckSinceNs < PATIENCE_NS) {
                    return true;
                }
                giveUp(tree, rest);
            } else {
                counters.add(MulticastCounters.OLD_TREE, Integer.bitCount(left[first]));
            }
            bytes.release();
            data[first] = null;
            trees[first] = null;
            first = first + 1 == PLACES ? 0 : first + 1;
            waiting--;
            stuckSinceNs = context.nowNs();
        }
        return false;
    }

    private void giveUp(Tree tree, int neighbours) {
        for (int i = 0; i < tree.neighbours(); i++) {
            if ((neighbours & 1 << i) != 0) {
                counters.count(MulticastCounters.NEIGHBOUR_LOST);
                tree.giveUp(i);
                lost.isLost(tree.generation(), tree.node(i));
            }
        }
    }
}
