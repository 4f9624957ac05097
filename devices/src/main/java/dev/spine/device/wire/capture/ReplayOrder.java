package dev.spine.device.wire.capture;

/**
 * What a {@link CaptureWire} shall do from now on. It replaces the order before it; an order for no packets stops the replay. Any thread.
 *
 * @param pace when packets are due
 * @param packets how many are offered in all, lost ones included; from the first packet of the capture on, round and round
 */
public record ReplayOrder(Pace pace, long packets) {
    /** Offers nothing (any more). */
    public static final ReplayOrder STOP = new ReplayOrder(new Pace.AsBuffersReturn(), 0);

    /** Checks the range. */
    public ReplayOrder {
        if (packets < 0) {
            throw new IllegalArgumentException("a replay offers 0 or more packets, not " + packets);
        }
    }

    /**
     * Once through a capture.
     *
     * @param capture the wire's capture
     * @param pace when packets are due
     * @return the order
     */
    public static ReplayOrder once(Capture capture, Pace pace) {
        return new ReplayOrder(pace, capture.packetCount());
    }

    /**
     * Round and round until another order comes.
     *
     * @param pace when packets are due
     * @return the order
     */
    public static ReplayOrder endless(Pace pace) {
        return new ReplayOrder(pace, Long.MAX_VALUE);
    }
}
