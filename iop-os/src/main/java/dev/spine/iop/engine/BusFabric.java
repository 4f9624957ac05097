package dev.spine.iop.engine;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.iop.bus.DmaEngine;

/**
 * How a bus joins its bus agents, beside its clock and width. Immutable; any thread.
 *
 * @param topology one set of lines for all, or a switch with a link for each bus agent
 * @param turnBytes the most bytes that one bus agent moves over a shared bus while another waits, 1 to {@link DmaEngine#CHUNK_BYTES}; at
 *     that most, whole chunks are served in the order in which they come
 * @param switchNs what the first byte takes through the switch, at least 0; of a shared bus nothing
 * @param bridgeNs what a transaction takes through the bridge to the host's memory, each way, at least 0
 * @param readNs from a DMA engine's request to read another bus agent's memory to the first byte, at least 0: a read is not posted, and its
 *     engine waits; the bus is free meanwhile
 */
public record BusFabric(Topology topology, int turnBytes, long switchNs, long bridgeNs, long readNs) {
    /** One bus for all, whole chunks, no latency but the bus's own. */
    public static final BusFabric PLAIN = new BusFabric(Topology.SHARED, DmaEngine.CHUNK_BYTES, 0, 0, 0);

    /** What lies between the bus agents. */
    public enum Topology {
        /** One set of lines, one user at a time. */
        SHARED,
        /** A full-duplex link from each bus agent to a switch: bus agents disturb each other only where they meet. */
        SWITCHED
    }

    /** Checks the ranges. */
    public BusFabric {
        checkArgument(turnBytes >= 1 && turnBytes <= DmaEngine.CHUNK_BYTES && switchNs >= 0 && bridgeNs >= 0 && readNs >= 0,
            "a bus needs turns of 1 to %s bytes, and latencies of at least 0", DmaEngine.CHUNK_BYTES);
    }
}
