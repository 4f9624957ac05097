package dev.spine.device.wire.capture;

/**
 * How an interface of a pcapng file counts time.
 *
 * @param base 10 or 2
 * @param exponent a second has {@code base} to this power of ticks, 0 to 127
 * @param offsetSeconds what all times are later than the ticks say
 */
record TickTime(int base, int exponent, long offsetSeconds) {
    /** What an interface has that does not say otherwise. */
    static final TickTime MICROSECONDS = new TickTime(10, 6, 0);

    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final int NS_DIGITS = 9;
    /** The powers of ten that a long holds; finer ticks count nothing that matters, and are not read. */
    private static final int MAX_DIGITS = 18;

    /** The same with the unit of option if_tsresol: a power of 2 when the highest bit is set, otherwise of 10. */
    TickTime withResolution(byte said) {
        return new TickTime(said < 0 ? 2 : 10, said & 0x7F, offsetSeconds);
    }

    /** The same with the offset of option if_tsoffset. */
    TickTime withOffset(long seconds) {
        return new TickTime(base, exponent, seconds);
    }

    /**
     * Nanoseconds since 1970, at least 0; times that a long does not hold are its largest.
     *
     * @param ticks without sign
     */
    long ns(long ticks) {
        long seconds = 0;
        long part = 0;
        if (base == 10 && exponent <= MAX_DIGITS) {
            seconds = Long.divideUnsigned(ticks, power(exponent));
            long rest = Long.remainderUnsigned(ticks, power(exponent));
            part = exponent <= NS_DIGITS ? rest * power(NS_DIGITS - exponent) : rest / power(exponent - NS_DIGITS);
        } else if (base == 2 && exponent == 0) {
            seconds = ticks;
        } else if (base == 2 && exponent <= Long.SIZE) {
            seconds = exponent < Long.SIZE ? ticks >>> exponent : 0;
            part = Math.unsignedMultiplyHigh(ticks << Long.SIZE - exponent, NS_PER_SECOND);
        }
        long all = seconds + offsetSeconds;
        if (seconds < 0 || offsetSeconds > 0 && all < 0 || all > Long.MAX_VALUE / NS_PER_SECOND - 1) {
            return Long.MAX_VALUE;
        }
        return all < 0 ? 0 : all * NS_PER_SECOND + part;
    }

    private static long power(int digits) {
        long result = 1;
        for (int i = 0; i < digits; i++) {
            result *= 10;
        }
        return result;
    }
}
