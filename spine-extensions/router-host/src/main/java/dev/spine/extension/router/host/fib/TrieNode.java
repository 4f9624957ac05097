package dev.spine.extension.router.host.fib;

import dev.spine.extension.router.fib.FibLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The routes whose prefixes end within the same 6 bits of an address, and the nodes behind these bits.
 *
 * <p>Routes are numbered as in a heap: 2 and 3 are the prefixes of one bit, 64 to 127 those of six; the parent of {@code i} is
 * {@code i >> 1}.
 */
final class TrieNode {
    static final int SLOTS = 1 << FibLayout.STRIDE;
    private static final TrieNode[] NO_NODES = {};
    private static final char[] NO_HOPS = {};

    private long kids;
    private TrieNode[] kid = NO_NODES;
    private long routesBelow64;
    private long routesFrom64;
    private char[] hops = NO_HOPS;
    /** What the parent has for this: a place on the card with {@link FibLayout#NODE}, or a next hop when one answer does for all. */
    int entry;
    /** The bytes of the piece at that place; 0 when there is none. */
    int bytes;

    TrieNode(int entry) {
        this.entry = entry;
    }

    boolean isEmpty() {
        return kids == 0 && (routesBelow64 | routesFrom64) == 0;
    }

    boolean isOnCard() {
        return entry < 0;
    }

    int place() {
        return entry & ~FibLayout.NODE;
    }

    long kids() {
        return kids;
    }

    @Nullable TrieNode kid(int slot) {
        return (kids >>> slot & 1) == 0 ? null : kid[kidRank(slot)];
    }

    /** {@return the node behind a slot whose bit is set in {@link #kids()}} */
    TrieNode kidThere(int slot) {
        return kid[kidRank(slot)];
    }

    private int kidRank(int slot) {
        return Long.bitCount(kids & (1L << slot) - 1);
    }

    void addKid(int slot, TrieNode node) {
        int rank = kidRank(slot);
        TrieNode[] more = new TrieNode[kid.length + 1];
        System.arraycopy(kid, 0, more, 0, rank);
        more[rank] = node;
        System.arraycopy(kid, rank, more, rank + 1, kid.length - rank);
        kid = more;
        kids |= 1L << slot;
    }

    void removeKid(int slot) {
        int rank = kidRank(slot);
        TrieNode[] fewer = Arrays.copyOf(kid, kid.length - 1);
        System.arraycopy(kid, rank + 1, fewer, rank, fewer.length - rank);
        kid = fewer;
        kids &= ~(1L << slot);
    }

    private boolean has(int index) {
        return ((index < SLOTS ? routesBelow64 : routesFrom64) >>> index & 1) != 0;
    }

    private int rank(int index) {
        long before = (1L << index) - 1;
        return index < SLOTS ? Long.bitCount(routesBelow64 & before) : Long.bitCount(routesBelow64) + Long.bitCount(routesFrom64 & before);
    }

    /** {@return the next hop of a route, 0 when there is no such route} */
    int hop(int index) {
        return has(index) ? hops[rank(index)] : 0;
    }

    /** Sets the next hop of a route, 0 to have none. */
    void setHop(int index, int hop) {
        int rank = rank(index);
        if (has(index)) {
            if (hop != 0) {
                hops[rank] = (char) hop;
                return;
            }
            char[] fewer = Arrays.copyOf(hops, hops.length - 1);
            System.arraycopy(hops, rank + 1, fewer, rank, fewer.length - rank);
            hops = fewer;
            flip(index);
        } else if (hop != 0) {
            char[] more = new char[hops.length + 1];
            System.arraycopy(hops, 0, more, 0, rank);
            more[rank] = (char) hop;
            System.arraycopy(hops, rank, more, rank + 1, hops.length - rank);
            hops = more;
            flip(index);
        }
    }

    private void flip(int index) {
        if (index < SLOTS) {
            routesBelow64 ^= 1L << index;
        } else {
            routesFrom64 ^= 1L << index;
        }
    }

    /** {@return the answer that a slot has, or what is inherited when no route of this node covers it} */
    int answer(int slot, int inherited) {
        for (int index = SLOTS + slot; index > 1; index >>= 1) {
            if (has(index)) {
                return hops[rank(index)];
            }
        }
        return inherited;
    }

    /**
     * Fills in the answers of all slots.
     *
     * @param answers those of the slots from 64 to 127, of the other prefixes below
     * @param inherited where no route of this node covers a slot
     */
    void answers(int[] answers, int inherited) {
        answers[1] = inherited;
        int seen = 0;
        for (int index = 2; index < SLOTS; index++) {
            answers[index] = (routesBelow64 >>> index & 1) == 0 ? answers[index >> 1] : hops[seen++];
        }
        for (int index = SLOTS; index < 2 * SLOTS; index++) {
            answers[index] = (routesFrom64 >>> index & 1) == 0 ? answers[index >> 1] : hops[seen++];
        }
    }
}
