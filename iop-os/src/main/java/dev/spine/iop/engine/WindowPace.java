package dev.spine.iop.engine;

/**
 * Decides whether the threads of a run execute the next windows together, or one of them alone: where windows hold little work, or the
 * machine has other work, meeting takes longer than it saves. It tries both in turn and stays with the faster for a while. Nothing of the
 * run's result depends on it. Used between two windows, by whoever is last.
 */
final class WindowPace {
    /** Windows of a trial. */
    static final int TRIAL = 64;
    /** Windows for which the faster way is kept. */
    static final int KEPT = 50 * TRIAL;

    private enum Stage { TRIED_TOGETHER, TRIED_ALONE, KEPT }

    private Stage stage = Stage.TRIED_TOGETHER;
    private boolean alone;
    private int left = TRIAL;
    private long sinceNs;
    private long togetherNs;

    /**
     * Windows begin.
     *
     * @param nowNs on the wall clock
     */
    WindowPace(long nowNs) {
        sinceNs = nowNs;
    }

    /** Whether the windows of this stage are executed by one thread. */
    boolean isAlone() {
        return alone;
    }

    /** A window has ended; returns whether a stage has, too, so that the clock is to be {@linkplain #ended read}. */
    boolean windowEnded() {
        return --left <= 0;
    }

    /** A stage has ended. */
    void ended(long nowNs) {
        long tookNs = nowNs - sinceNs;
        sinceNs = nowNs;
        switch (stage) {
            case TRIED_TOGETHER -> {
                togetherNs = tookNs;
                begin(Stage.TRIED_ALONE, true, TRIAL);
            }
            case TRIED_ALONE -> begin(Stage.KEPT, tookNs < togetherNs, KEPT);
            case KEPT -> begin(Stage.TRIED_TOGETHER, false, TRIAL);
        }
    }

    private void begin(Stage next, boolean byOne, int windows) {
        stage = next;
        alone = byOne;
        left = windows;
    }
}
