package dev.spine.extension.ardma.host.demo;

import dev.spine.extension.ardma.host.lift.Areas;
import dev.spine.extension.ardma.host.lift.RoutineLifter;

/** How many of {@link Numbers} fall into ranges of equal width. The counts are in scratch memory. Any thread. */
public final class Histogram {
    /** The most ranges. */
    public static final int MAX = 1_790;

    private static final int PIECE = (MAX + 2) * Long.BYTES;

    private Histogram() {}

    /** {@return the quotient of a number without sign and one from 1 on} */
    static long divide(long number, long by) {
        if (number >= 0) {
            return number / by;
        }
        long quotient = (number >>> 1) / by << 1;
        long rest = number - quotient * by;
        return Long.compareUnsigned(rest, by) >= 0 ? quotient + 1 : quotient;
    }

    /** {@return which count a number belongs to} */
    private static long place(long number, long lowest, long width, long ranges) {
        if (number < lowest) {
            return 0;
        }
        long range = divide(number - lowest, width);
        return range < 0 || range >= ranges ? ranges + 1 : range + 1;
    }

    /**
     * {@return how many numbers there are; -1 when width or ranges are not as they have to be. Emitted are: how many numbers are below, how
     * many in each range, and how many above}
     *
     * @param lowest where the first range begins
     * @param width of a range, at least 1
     * @param ranges how many, 1 to {@link #MAX}
     */
    static long count(long lowest, long width, long ranges) {
        if (width < 1 || ranges < 1 || ranges > MAX) {
            return -1;
        }
        long numbers = Areas.load64(0, 0);
        long end = Numbers.FIRST + numbers * Long.BYTES;
        for (long piece = Numbers.FIRST; piece < end; piece += Numbers.PIECE) {
            long bytes = Math.min(end - piece, Numbers.PIECE);
            Areas.copy(0, piece, Areas.SCRATCH, PIECE, bytes);
            for (long at = 0; at < bytes; at += Long.BYTES) {
                long place = place(Areas.load64(Areas.SCRATCH, PIECE + at), lowest, width, ranges);
                Areas.fetchAdd(Areas.SCRATCH, place * Long.BYTES, 1);
            }
        }
        Areas.emitBytes(Areas.SCRATCH, 0, (ranges + 2) * Long.BYTES);
        return numbers;
    }

    /**
     * {@return the routine of {@code (lowest, width, ranges)} that emits how many numbers are below, in each range, and above, and returns
     * how many there are}
     */
    public static byte[] routine() {
        return RoutineLifter.lift(Histogram::count).areas(1).scratch(PIECE + Numbers.PIECE).build();
    }
}
