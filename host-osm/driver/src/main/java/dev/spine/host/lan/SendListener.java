package dev.spine.host.lan;

/** Is notified of what became of packets to send. Called on the host agent's thread; may send further packets. */
@FunctionalInterface
public interface SendListener {
    /** Nobody who cares. */
    SendListener NONE = (cookie, requestStatus, detailedStatus) -> { };

    /**
     * A packet is done with: its memory may be used again, unless the status says that its fate is uncertain.
     *
     * @param cookie what was given to {@link LanOsm#send}
     * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}; success when it has left
     * @param detailedStatus a value of {@link dev.spine.i2o.message.lan.LanStatus}
     */
    void onSent(int cookie, int requestStatus, int detailedStatus);
}
