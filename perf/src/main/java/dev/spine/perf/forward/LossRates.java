package dev.spine.perf.forward;

import java.util.ArrayList;
import java.util.List;

/**
 * Frame loss rates as RFC 2544 (26.3) asks for them: trials at 100 % of a rate, at 90 %, and so on, until two in a row lose nothing. A path
 * far slower than the wire loses even at 10 %: then it goes on with 9 %, 8 %, down to 1 %. Knows nothing of what is tried.
 */
final class LossRates {
    private static final int STEP_PERCENT = 10;
    private static final int WHOLE_PERCENT = 100;
    private static final int ENOUGH_WITHOUT_LOSS = 2;

    private LossRates() {}

    /**
     * What one trial has lost.
     *
     * @param percent of the rate with which it began
     * @param framesPerSecond that were offered
     * @param offered frames
     * @param lost of these
     */
    record Step(int percent, long framesPerSecond, long offered, long lost) {
        /** {@return the part that was lost, 0 to 1} */
        double rate() {
            return offered == 0 ? 0 : lost / (double) offered;
        }
    }

    /** Offers frames for a while. */
    @FunctionalInterface
    interface Trial {
        /** {@return what was lost at a rate} */
        Step offer(int percent, long framesPerSecond);
    }

    /**
     * Makes the trials.
     *
     * @param most the rate that is 100 %, at least 1
     * @return one step for each trial, the highest rate first
     */
    static List<Step> measure(long most, Trial trial) {
        List<Step> steps = new ArrayList<>();
        int without = 0;
        for (int percent = WHOLE_PERCENT; percent > 0 && without < ENOUGH_WITHOUT_LOSS;
            percent -= percent > STEP_PERCENT ? STEP_PERCENT : 1) {
            Step step = trial.offer(percent, Math.max(1, most * percent / WHOLE_PERCENT));
            without = step.lost() == 0 ? without + 1 : 0;
            steps.add(step);
        }
        return steps;
    }
}
