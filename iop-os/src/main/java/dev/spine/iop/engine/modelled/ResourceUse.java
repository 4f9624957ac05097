package dev.spine.iop.engine.modelled;

/**
 * How a timed resource of a modelled run has spent the time so far. The times are told from each other by who took them; that they add up
 * to the time that has passed is a law that {@link Conservation} holds them to.
 *
 * @param name of the resource: the agent's path, {@code "node0/bus"}, {@code "node0/iop1 dma"}
 * @param kind what it is
 * @param busyNs of work: steps that worked, holds of the bus, set-up and moving of transfers
 * @param waitingNs taken and without work: steps that found nothing to do, waiting for the bus
 * @param idleNs without a use
 */
public record ResourceUse(String name, Kind kind, long busyNs, long waitingNs, long idleNs) {
    /** What a resource is. */
    public enum Kind {
        /** The processor of an agent. */
        PROCESSOR,
        /** A bus, or a link of a switch. */
        BUS,
        /** A channel of a DMA engine. */
        DMA_CHANNEL
    }

    /** {@return the time in which it worked, as a part of the time that has passed: 0 to 1} */
    public double utilisation() {
        long passed = busyNs + waitingNs + idleNs;
        return passed == 0 ? 0 : busyNs / (double) passed;
    }
}
