package dev.spine.iop.engine;

/**
 * How much an agent has worked. Steps that found nothing to do do not count as time: an idle live agent polls, an idle modelled one
 * sleeps.
 *
 * @param workingSteps duty cycles or steps that did work
 * @param idleSteps those that did not
 * @param pieces pieces of work done, the sum of what {@link Agent#doWork} returned
 * @param processorSeconds time spent in working steps: charged (modelled), or the wall clock's (live; see {@link LiveEngine} for how
 *     it is sampled)
 */
public record AgentMeter(long workingSteps, long idleSteps, long pieces, double processorSeconds) {
    /**
     * {@return what was done since an earlier reading}
     *
     * @param earlier the earlier reading of the same agent
     */
    public AgentMeter since(AgentMeter earlier) {
        return new AgentMeter(workingSteps - earlier.workingSteps, idleSteps - earlier.idleSteps, pieces - earlier.pieces,
            processorSeconds - earlier.processorSeconds);
    }
}
