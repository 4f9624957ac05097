package dev.spine.perf.calibration;

/** How far apart the machine's two processors are at the moment, as {@code raw1} shows it. */
public enum HopMode {
    /** {@code raw1} below 250 ns. */
    FAST,
    /** {@code raw1} from 350 ns to 2 µs. */
    SLOW,
    /** Anything else: between the modes, changing within the block, or interrupted. Never compared. */
    MIXED;

    private static final double FAST_BELOW = 250;
    private static final double SLOW_FROM = 350;
    private static final double SLOW_BELOW = 2000;

    /**
     * {@return the mode of a block}
     *
     * @param before median of {@code raw1} before it, in nanoseconds
     * @param after the same after it
     */
    public static HopMode of(double before, double after) {
        HopMode mode = of(before);
        return mode == of(after) ? mode : MIXED;
    }

    private static HopMode of(double raw1) {
        if (raw1 < FAST_BELOW) {
            return FAST;
        }
        return raw1 >= SLOW_FROM && raw1 < SLOW_BELOW ? SLOW : MIXED;
    }
}
