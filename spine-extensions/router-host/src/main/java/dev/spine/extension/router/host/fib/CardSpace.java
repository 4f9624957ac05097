package dev.spine.extension.router.host.fib;

import dev.spine.extension.router.fib.FibLayout;
import java.util.Arrays;

/**
 * Which pieces of the cards' table memory are free, in units of 16 bytes.
 *
 * <p>Free neighbours are joined at once. A piece is taken from the smallest free one that is kept for its size, or else from the front of a
 * larger one, so what is written one after the other into a new table lies one behind the other.
 */
final class CardSpace {
    /** Free pieces of up to so many units have a list for each size; the larger ones for each power of two. */
    private static final int EXACT = 32;
    private static final int LISTS = EXACT + 1 + Integer.SIZE;
    private static final int NONE = -1;

    private final int end;
    /** At the first and the last unit of each free piece its units; 0 anywhere else. */
    private final int[] size;
    private final int[] next;
    private final int[] previous;
    private final int[] heads = new int[LISTS];
    private int freeUnits;

    /**
     * Begins with everything free.
     *
     * @param bytes of the table's memory
     */
    CardSpace(int bytes) {
        int first = FibLayout.BODY / FibLayout.UNIT;
        // What lies behind the last place of a node holds none, see FibLayout.
        this.end = (bytes - FibLayout.MAX_NODE_BYTES) / FibLayout.UNIT;
        this.size = new int[end + 1];
        this.next = new int[end];
        this.previous = new int[end];
        Arrays.fill(heads, NONE);
        this.freeUnits = end - first;
        put(first, freeUnits);
    }

    /** {@return the bytes that are free, in pieces of any size} */
    int freeBytes() {
        return freeUnits * FibLayout.UNIT;
    }

    /** {@return the bytes that a piece of so many takes} */
    static int rounded(int bytes) {
        return (bytes + FibLayout.UNIT - 1) & -FibLayout.UNIT;
    }

    /** {@return where a piece of so many bytes now is, or -1 when none is free that is large enough} */
    int take(int bytes) {
        int units = rounded(bytes) / FibLayout.UNIT;
        for (int list = list(units); list < LISTS; list++) {
            for (int at = heads[list]; at != NONE; at = next[at]) {
                int has = size[at];
                if (has >= units) {
                    remove(at, has);
                    if (has > units) {
                        put(at + units, has - units);
                    }
                    freeUnits -= units;
                    return at * FibLayout.UNIT;
                }
            }
        }
        return -1;
    }

    /** Gives back what {@link #take} gave. */
    void putBack(int place, int bytes) {
        int units = rounded(bytes) / FibLayout.UNIT;
        int from = place / FibLayout.UNIT;
        freeUnits += units;
        int behind = from + units;
        if (behind < end && size[behind] != 0) {
            units += size[behind];
            remove(behind, size[behind]);
        }
        int before = size[from - 1];
        if (before != 0) {
            from -= before;
            remove(from, before);
            units += before;
        }
        put(from, units);
    }

    /** {@return the first place of something in use at or behind a place; the end when there is none} */
    int usedFrom(int place) {
        int unit = place / FibLayout.UNIT;
        return (unit < end ? unit + size[unit] : end) * FibLayout.UNIT;
    }

    /** {@return the first free place behind one that is in use; the end when there is none} */
    int usedUntil(int place) {
        int unit = place / FibLayout.UNIT;
        while (unit < end && size[unit] == 0) {
            unit++;
        }
        return unit * FibLayout.UNIT;
    }

    /** {@return where nothing lies any more} */
    int endPlace() {
        return end * FibLayout.UNIT;
    }

    private static int list(int units) {
        return units <= EXACT ? units : EXACT + Integer.SIZE - Integer.numberOfLeadingZeros(units);
    }

    private void put(int at, int units) {
        if (units == 0) {
            return;
        }
        int list = list(units);
        size[at] = units;
        size[at + units - 1] = units;
        int head = heads[list];
        next[at] = head;
        previous[at] = NONE;
        if (head != NONE) {
            previous[head] = at;
        }
        heads[list] = at;
    }

    private void remove(int at, int units) {
        size[at] = 0;
        size[at + units - 1] = 0;
        if (previous[at] == NONE) {
            heads[list(units)] = next[at];
        } else {
            next[previous[at]] = next[at];
        }
        if (next[at] != NONE) {
            previous[next[at]] = previous[at];
        }
    }
}
