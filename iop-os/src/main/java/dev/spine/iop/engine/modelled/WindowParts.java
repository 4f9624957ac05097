package dev.spine.iop.engine.modelled;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * How the nodes of a run in windows are divided among its threads: one part for each, of which nodes are claimed a few at a time, at first
 * by its own thread, whose cache knows them, then by any that is through with its own.
 *
 * <p>In each window whoever {@linkplain #opens opens} a part first lets in what its nodes were sent; until that is done nobody finds any of
 * them to claim.
 */
final class WindowParts {
    /** How many nodes a thread claims at once. */
    static final int CLAIM = 16;
    /** Elements of an int array that fill two cache lines, so that no two threads write in the same. */
    private static final int APART = 32;
    private static final int CLOSED = 0;
    private static final int OPENED = 1;

    private final int[] partOf;
    private final int[] ends;
    /** Whether each part is opened, and the next of its nodes that nobody has claimed: at {@link #at} and behind it. */
    private final AtomicIntegerArray states;

    WindowParts(int nodes, int count) {
        partOf = new int[nodes];
        ends = new int[count];
        states = new AtomicIntegerArray((count + 2) * APART);
        for (int part = 0; part < count; part++) {
            ends[part] = (int) ((long) nodes * (part + 1) / count);
            for (int node = begin(part); node < ends[part]; node++) {
                partOf[node] = part;
            }
        }
    }

    private static int at(int part) {
        return (part + 1) * APART;
    }

    int count() {
        return ends.length;
    }

    int partOf(int node) {
        return partOf[node];
    }

    /** The first node of a part. */
    int begin(int part) {
        return part == 0 ? 0 : ends[part - 1];
    }

    /** The node behind the last of a part. */
    int end(int part) {
        return ends[part];
    }

    /** Closes all parts; between two windows. */
    void close() {
        for (int part = 0; part < ends.length; part++) {
            states.setPlain(at(part), CLOSED);
            states.setPlain(at(part) + 1, ends[part]);
        }
    }

    /** Whether the caller is the first in this window to come to a part: then it lets in what was sent and calls {@link #opened}. */
    boolean opens(int part) {
        return states.getPlain(at(part)) == CLOSED && states.compareAndSet(at(part), CLOSED, OPENED);
    }

    /** The nodes of a part have what they were sent, and may be claimed. */
    void opened(int part) {
        states.set(at(part) + 1, begin(part));
    }

    /** {@return the first of at most {@link #CLAIM} nodes that are the caller's now; none when it is not before the part's end} */
    int claim(int part) {
        return states.get(at(part) + 1) >= ends[part] ? ends[part] : states.getAndAdd(at(part) + 1, CLAIM);
    }
}
