package dev.spine.device.tunnel;

/**
 * What a tunnel allows its ends, and how long it waits.
 *
 * @param ends the most connections that one which listens has, also while they prove who they are
 * @param waitingBytes the most that is on its way to one end
 * @param allWaitingBytes what is on its way to all of them: each has its share, but no less than {@link #MIN_WAITING_BYTES}
 * @param firstRetryMs until a lost connection is made again
 * @param lastRetryMs the same, after many that have brought nothing
 * @param tickMs between two looks at each end: one to which nothing was sent since is told that this one is alive
 * @param silentTicks how many such looks an end that does the same may be silent before it is taken for dead
 */
record TunnelLimits(int ends, int waitingBytes, int allWaitingBytes, long firstRetryMs, long lastRetryMs, long tickMs, int silentTicks) {
    static final TunnelLimits STANDARD = new TunnelLimits(TunnelWire.MAX_PEERS, TunnelWire.MAX_WAITING_BYTES,
        TunnelWire.MAX_ALL_WAITING_BYTES, 100, 5_000, 2_000, 5);
    static final int MIN_WAITING_BYTES = 32 << 10;

    /** How much may be on its way to each of some ends. */
    int waitingBytes(int of) {
        return Math.min(waitingBytes, Math.max(MIN_WAITING_BYTES, allWaitingBytes / Math.max(1, of)));
    }
}
