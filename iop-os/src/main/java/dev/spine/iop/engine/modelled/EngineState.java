package dev.spine.iop.engine.modelled;

import dev.spine.iop.bus.Transfer;
import java.util.List;

/**
 * How a modelled engine stands between two events, for people. Times are picoseconds of virtual time; what is referred to may be looked at
 * until the engine goes on.
 *
 * @param events how many have been executed
 * @param timePs the time of the last one
 * @param digest of all of them
 * @param pendingCount how many events are pending
 * @param agents all agents, by path
 * @param dmas the DMA engines that were used so far, in the order of their first use
 * @param buses the buses that were used so far, in the order of their first use
 */
public record EngineState(long events, long timePs, long digest, int pendingCount, List<AgentState> agents, List<DmaState> dmas,
    List<BusState> buses) {
    /** Copies the lists. */
    public EngineState {
        agents = List.copyOf(agents);
        dmas = List.copyOf(dmas);
        buses = List.copyOf(buses);
    }

    /**
     * An agent.
     *
     * @param clockPs its own time: when its processor is, or was last, free
     * @param busyPs for how long it has worked in all
     * @param workingSteps steps that did work
     * @param idleSteps steps that found nothing to do
     * @param nextStepPs when its next step is due, or -1
     * @param timerPs when it wants to be woken, or -1
     */
    public record AgentState(String path, long clockPs, long busyPs, long workingSteps, long idleSteps, long nextStepPs, long timerPs) {}

    /**
     * A DMA engine.
     *
     * @param current the transfers that it works on, at most one for each channel, in the channels' order
     * @param waiting transfers that wait for a channel
     */
    public record DmaState(String name, List<Transfer> current, int waiting) {
        /** Copies the list. */
        public DmaState {
            current = List.copyOf(current);
        }
    }

    /**
     * A bus.
     *
     * @param freeAtPs when it is, or was, released
     * @param heldPs for how long it was given away in all
     */
    public record BusState(String name, long freeAtPs, long heldPs) {}
}
