package dev.spine.extension.ardma.host.demo;

import dev.spine.extension.ardma.host.lift.Areas;
import dev.spine.extension.ardma.host.lift.RoutineLifter;

/**
 * The largest of many {@link Numbers}. A heap in scratch memory holds the largest so far, its smallest first; at the end it is sorted where
 * it is. Any thread.
 */
public final class TopK {
    /** The most numbers that can be asked for. */
    public static final int MAX = 1_792;

    private static final int PIECE = MAX * Long.BYTES;

    private TopK() {}

    private static long at(long place) {
        return Areas.load64(Areas.SCRATCH, place * Long.BYTES);
    }

    private static void set(long place, long number) {
        Areas.store64(Areas.SCRATCH, place * Long.BYTES, number);
    }

    /** Puts a number at the end of a heap, and then where it belongs. */
    private static void rise(long end, long number) {
        long hole = end;
        while (hole > 0) {
            long parent = hole - 1 >> 1;
            long above = at(parent);
            if (above <= number) {
                break;
            }
            set(hole, above);
            hole = parent;
        }
        set(hole, number);
    }

    /** Puts a number in place of the first one of a heap, and then where it belongs. */
    private static void sink(long size, long number) {
        long hole = 0;
        for (long child = 1; child < size; child = 2 * hole + 1) {
            long below = at(child);
            long beside = child + 1 < size ? at(child + 1) : below;
            if (beside < below) {
                below = beside;
                child++;
            }
            if (below >= number) {
                break;
            }
            set(hole, below);
            hole = child;
        }
        set(hole, number);
    }

    /**
     * {@return how many numbers are emitted, the largest first; -1 when too many are wanted}
     *
     * @param most how many are wanted, 0 to {@link #MAX}
     */
    static long top(long most) {
        if (most < 0 || most > MAX) {
            return -1;
        }
        long end = Numbers.FIRST + Areas.load64(0, 0) * Long.BYTES;
        long size = 0;
        for (long piece = Numbers.FIRST; piece < end && most > 0; piece += Numbers.PIECE) {
            long bytes = Math.min(end - piece, Numbers.PIECE);
            Areas.copy(0, piece, Areas.SCRATCH, PIECE, bytes);
            for (long at = 0; at < bytes; at += Long.BYTES) {
                long number = Areas.load64(Areas.SCRATCH, PIECE + at);
                if (size < most) {
                    rise(size++, number);
                } else if (number > at(0)) {
                    sink(size, number);
                }
            }
        }
        for (long left = size - 1; left > 0; left--) {
            long last = at(left);
            set(left, at(0));
            sink(left, last);
        }
        Areas.emitBytes(Areas.SCRATCH, 0, size * Long.BYTES);
        return size;
    }

    /** {@return the routine of {@code (most)} that emits up to so many numbers, the largest first, and returns how many} */
    public static byte[] routine() {
        return RoutineLifter.lift(TopK::top).areas(1).scratch(PIECE + Numbers.PIECE).build();
    }
}
