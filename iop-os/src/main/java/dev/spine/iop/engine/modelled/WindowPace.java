package dev.spine.iop.engine.modelled;

/**
 * Decides whether the threads of a run execute the next windows together, or one of them alone: where windows hold little work, or the
 * machine has other work, meeting takes longer than it saves. It tries both ways twice in turn, so that a machine that becomes slower
 * meanwhile slows down both, and stays with the faster for a while. Nothing of the run's result depends on it. Used between two windows,
 * by whoever is last.
 */
final class WindowPace {
    /** After so many windows it is looked at the clock. */
    static final int WINDOWS = 64;
    /** Each trial takes at least this long, most of which the caches of the processors have settled in. */
    static final long TRIAL_NS = 1_000_000;
    /** For so long the faster way is kept. */
    static final long KEPT_NS = 100_000_000;

    private enum Stage { TOGETHER, ALONE, TOGETHER_AGAIN, ALONE_AGAIN, KEPT }

    private Stage stage = Stage.TOGETHER;
    private boolean alone;
    private int left = WINDOWS;
    private long windows;
    private long tookNs;
    private long readNs;
    /** Nanoseconds of a window: the sum of two trials. */
    private double togetherNs;
    private double aloneNs;

    /** A run begins, or goes on after a {@linkplain #pause pause}, so late. */
    void begin(long nowNs) {
        readNs = nowNs;
    }

    /** A run ends so late; the next one goes on with what was found out. */
    void pause(long nowNs) {
        tookNs += nowNs - readNs;
        readNs = nowNs;
    }

    /** Whether the windows of this stage are executed by one thread. */
    boolean isAlone() {
        return alone;
    }

    /** A window has ended; returns whether the clock is to be {@linkplain #read}. */
    boolean windowEnded() {
        return --left <= 0;
    }

    /** So late it is after some windows. */
    void read(long nowNs) {
        windows += WINDOWS;
        left = WINDOWS;
        pause(nowNs);
        if (tookNs >= (stage == Stage.KEPT ? KEPT_NS : TRIAL_NS)) {
            double windowNs = (double) tookNs / windows;
            windows = 0;
            tookNs = 0;
            next(windowNs);
        }
    }

    private void next(double windowNs) {
        switch (stage) {
            case TOGETHER -> {
                togetherNs = windowNs;
                enter(Stage.ALONE, true);
            }
            case ALONE -> {
                aloneNs = windowNs;
                enter(Stage.TOGETHER_AGAIN, false);
            }
            case TOGETHER_AGAIN -> {
                togetherNs += windowNs;
                enter(Stage.ALONE_AGAIN, true);
            }
            case ALONE_AGAIN -> {
                aloneNs += windowNs;
                enter(Stage.KEPT, aloneNs < togetherNs);
            }
            case KEPT -> enter(Stage.TOGETHER, false);
        }
    }

    private void enter(Stage next, boolean byOne) {
        stage = next;
        alone = byOne;
    }
}
