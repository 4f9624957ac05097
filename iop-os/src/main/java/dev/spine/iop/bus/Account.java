package dev.spine.iop.bus;

/**
 * What one bus agent moved over the bus as the initiator: data by DMA, control by programmed I/O.
 *
 * <p>Written by the bus agent's own agent only. Another thread may read it while the engine stands still, or roughly while it runs. Every
 * count grows forever; a measured interval is the difference of two {@link #snapshot snapshots}.
 */
public final class Account {
    private final int busAgentCount;
    private final long[] dataBytes;
    private long controlBytes;
    private long hostMemoryBytes;
    private long transfers;
    private long refusedTransfers;

    Account(int busAgentCount) {
        this.busAgentCount = busAgentCount;
        this.dataBytes = new long[busAgentCount * busAgentCount];
    }

    void data(int fromBusAgent, int toBusAgent, long bytes) {
        dataBytes[fromBusAgent * busAgentCount + toBusAgent] += bytes;
        if (fromBusAgent == BusAgent.HOST_ID) {
            hostMemoryBytes += bytes;
        }
        if (toBusAgent == BusAgent.HOST_ID) {
            hostMemoryBytes += bytes;
        }
    }

    void transferDone() {
        transfers++;
    }

    void transferRefused() {
        refusedTransfers++;
    }

    /**
     * Enters programmed I/O: words that a processor wrote into, or read from, another bus agent.
     *
     * @param target the bus agent on the other side
     * @param bytes how many
     */
    public void control(BusAgent target, int bytes) {
        controlBytes += bytes;
        if (target.isHost()) {
            hostMemoryBytes += bytes;
        }
    }

    /** {@return what was moved so far} */
    public Snapshot snapshot() {
        long crossed = 0;
        for (int from = 0; from < busAgentCount; from++) {
            for (int to = 0; to < busAgentCount; to++) {
                if (from != to) {
                    crossed += dataBytes[from * busAgentCount + to];
                }
            }
        }
        return new Snapshot(crossed, controlBytes, hostMemoryBytes, transfers, refusedTransfers);
    }

    /**
     * {@return data bytes moved from one bus agent to another}
     *
     * @param from the source
     * @param to the destination
     */
    public long dataBytes(BusAgent from, BusAgent to) {
        return dataBytes[from.id() * busAgentCount + to.id()];
    }

    /**
     * A reading of an account.
     *
     * @param dataBytes bytes that crossed the bus by DMA (source and destination in different bus agents)
     * @param controlBytes bytes that crossed by programmed I/O
     * @param hostMemoryBytes bytes of either kind that were read from or written into host memory
     * @param transfers completed transfers
     * @param refusedTransfers transfers refused by a check
     */
    public record Snapshot(long dataBytes, long controlBytes, long hostMemoryBytes, long transfers, long refusedTransfers) {
        /**
         * {@return what was moved since an earlier reading}
         *
         * @param earlier the earlier reading
         */
        public Snapshot since(Snapshot earlier) {
            return new Snapshot(dataBytes - earlier.dataBytes, controlBytes - earlier.controlBytes,
                hostMemoryBytes - earlier.hostMemoryBytes, transfers - earlier.transfers, refusedTransfers - earlier.refusedTransfers);
        }

        /**
         * {@return the sum with another bus agent's reading}
         *
         * @param other the other reading
         */
        public Snapshot plus(Snapshot other) {
            return new Snapshot(dataBytes + other.dataBytes, controlBytes + other.controlBytes, hostMemoryBytes + other.hostMemoryBytes,
                transfers + other.transfers, refusedTransfers + other.refusedTransfers);
        }
    }
}
