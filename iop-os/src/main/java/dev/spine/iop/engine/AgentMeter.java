package dev.spine.iop.engine;

import dev.spine.iop.engine.live.LiveEngine;

/**
 * How much an agent has worked. Steps that found nothing to do do not count as time: an idle live agent polls, an idle modelled one
 * sleeps.
 *
 * @param workingSteps duty cycles or steps that did work
 * @param idleSteps those that did not
 * @param pieces pieces of work done, the sum of what {@link Agent#doWork} returned
 * @param timedSteps working steps whose time was taken: all of them (modelled), or some (live; see {@link LiveEngine})
 * @param timedSeconds what those took: charged (modelled), or the wall clock's (live)
 */
public record AgentMeter(long workingSteps, long idleSteps, long pieces, long timedSteps, double timedSeconds) {
    /** An agent that has not begun. */
    public static final AgentMeter NOTHING = new AgentMeter(0, 0, 0, 0, 0);

    /**
     * {@return time spent in working steps: the mean of the timed ones for each}
     *
     * <p>On the live engine it is an estimate. The difference of two is none of the time between them, and may lie below 0: ask
     * {@link #since}.
     */
    public double processorSeconds() {
        return timedSteps == workingSteps || timedSteps == 0 ? timedSeconds : timedSeconds / timedSteps * workingSteps;
    }

    /**
     * {@return what was done since an earlier reading; where no step was timed since, each counts as the mean of all before}
     *
     * @param earlier the earlier reading of the same agent
     */
    public AgentMeter since(AgentMeter earlier) {
        boolean timed = timedSteps > earlier.timedSteps || timedSteps == workingSteps;
        return new AgentMeter(workingSteps - earlier.workingSteps, idleSteps - earlier.idleSteps, pieces - earlier.pieces,
            timed ? timedSteps - earlier.timedSteps : timedSteps, timed ? timedSeconds - earlier.timedSeconds : timedSeconds);
    }
}
