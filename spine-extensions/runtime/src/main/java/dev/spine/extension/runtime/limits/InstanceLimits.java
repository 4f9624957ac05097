package dev.spine.extension.runtime.limits;

/**
 * How much of the card one extension instance may hold at a time. Any thread.
 *
 * @param leases packets and memory blocks that it sees or that its transfers use
 * @param transfers transfers in the making or in flight
 * @param keptBuffers buffers that it keeps beyond an activation
 * @param blocks pieces of the card's memory
 * @param timers timers that are set
 * @param code what its code may execute, allocate and nest
 * @param card how much of the card's memory, transfers and messages it may use
 */
public record InstanceLimits(int leases, int transfers, int keptBuffers, int blocks, int timers, CodeLimits code, CardLimits card) {
    /** What an instance gets when nobody says otherwise: enough for a burst of 256 packets in flight. */
    public static final InstanceLimits STANDARD = new InstanceLimits(512, 512, 288, 32, 64);

    /**
     * Limits with the standard ones for code.
     *
     * @param leases packets and memory blocks that it sees or that its transfers use
     * @param transfers transfers in the making or in flight
     * @param keptBuffers buffers that it keeps beyond an activation
     * @param blocks pieces of the card's memory
     * @param timers timers that are set
     */
    public InstanceLimits(int leases, int transfers, int keptBuffers, int blocks, int timers) {
        this(leases, transfers, keptBuffers, blocks, timers, CodeLimits.STANDARD);
    }

    /**
     * Limits with the standard ones for the card.
     *
     * @param leases packets and memory blocks that it sees or that its transfers use
     * @param transfers transfers in the making or in flight
     * @param keptBuffers buffers that it keeps beyond an activation
     * @param blocks pieces of the card's memory
     * @param timers timers that are set
     * @param code what its code may execute, allocate and nest
     */
    public InstanceLimits(int leases, int transfers, int keptBuffers, int blocks, int timers, CodeLimits code) {
        this(leases, transfers, keptBuffers, blocks, timers, code, CardLimits.STANDARD);
    }
}
