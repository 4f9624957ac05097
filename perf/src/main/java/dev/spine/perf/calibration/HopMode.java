package dev.spine.perf.calibration;

/** How far apart the machine's two processors are at the moment, as {@code oneLine} shows it. Any thread. */
public enum HopMode {
    /** {@code oneLine} below 250 ns. */
    FAST,
    /** {@code oneLine} from 350 ns to 2 µs. */
    SLOW,
    /** Anything else: between the modes, changing within the block, or interrupted. Never compared. */
    MIXED;

    private static final double FAST_BELOW = 250;
    private static final double SLOW_FROM = 350;
    private static final double SLOW_BELOW = 2000;

    /**
     * {@return the mode of a block}
     *
     * @param before median of {@code oneLine} before it, in nanoseconds
     * @param after the same after it
     */
    public static HopMode of(double before, double after) {
        HopMode mode = of(before);
        return mode == of(after) ? mode : MIXED;
    }

    private static HopMode of(double oneLine) {
        if (oneLine < FAST_BELOW) {
            return FAST;
        }
        return oneLine >= SLOW_FROM && oneLine < SLOW_BELOW ? SLOW : MIXED;
    }
}
