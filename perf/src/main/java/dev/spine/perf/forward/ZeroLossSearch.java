package dev.spine.perf.forward;

/**
 * Finds the highest rate at which nothing is lost, by halving, as RFC 2544 (26.1) asks for; knows nothing of what is tried.
 *
 * <p>A trial that fails is repeated, at most twice, and the rate counts as held when one of them loses nothing: what other programs do to
 * this machine can only make a trial fail, never pass, while a rate that is too high fails each time. ETSI GS NFV-TST 009 calls that a
 * binary search with loss verification.
 */
final class ZeroLossSearch {
    private static final double STEP_UP = 1.5;
    private static final int STEPS_UP = 8;

    private final double resolution;
    private final int attempts;
    private int trials;
    private int repeats;

    /**
     * A search.
     *
     * @param resolution part of the higher rate that may lie between it and the lower one in the end, above 0 and below 1
     * @param attempts how often a trial is made at most before a rate counts as too high, at least 1
     */
    ZeroLossSearch(double resolution, int attempts) {
        this.resolution = resolution;
        this.attempts = attempts;
    }

    /** Offers packets for a while. */
    @FunctionalInterface
    interface Trial {
        /** {@return whether all of them arrived} */
        boolean holds(long packetsPerSecond);
    }

    /**
     * Searches.
     *
     * @param guess where to begin: it need not be held
     * @param most a rate above which there is none, such as that of the wire
     * @return the highest rate that was held; 0 when not even one packet a second was
     */
    long search(long guess, long most, Trial trial) {
        long held = 0;
        long high = Math.clamp(guess, 1, most);
        int up = 0;
        while (holds(trial, high)) {
            held = high;
            if (high == most || up++ == STEPS_UP) {
                return held;
            }
            high = Math.min(most, (long) Math.ceil(high * STEP_UP));
        }
        while (high - held > Math.max(1, high * resolution)) {
            long middle = held + (high - held) / 2;
            if (holds(trial, middle)) {
                held = middle;
            } else {
                high = middle;
            }
        }
        return held;
    }

    private boolean holds(Trial trial, long rate) {
        for (int attempt = 0; attempt < attempts; attempt++) {
            trials++;
            repeats += attempt > 0 ? 1 : 0;
            if (trial.holds(rate)) {
                return true;
            }
        }
        return false;
    }

    /** {@return trials made, repeated ones included} */
    int trials() {
        return trials;
    }

    /** {@return trials that were made because the one before them at the same rate had failed} */
    int repeats() {
        return repeats;
    }
}
