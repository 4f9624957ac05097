package dev.spine.device.nic;

/** What a network device has done: group 0x0100, and what drivers do not ask for. Written by the IOP's agent. */
public final class NicStatistics {
    long packetsTransmitted;
    long bytesTransmitted;
    long packetsReceived;
    long bytesReceived;
    long transmitErrors;
    long receiveErrors;
    long rxNoBuffer;
    long filtered;
    long toSinks;
    long replies;
    long resets;
    long suspensions;

    NicStatistics() {
        // All begin at 0.
    }

    /** {@return packets that could not be sent: bad length, bad memory, cancelled} */
    public long transmitErrors() {
        return transmitErrors;
    }

    /** {@return packets that were too large for the bucket, or whose transfer was refused} */
    public long receiveErrors() {
        return receiveErrors;
    }

    /** {@return packets for the host dropped for lack of a bucket} */
    public long rxNoBuffer() {
        return rxNoBuffer;
    }

    /** {@return frames that the filter did not let through} */
    public long filtered() {
        return filtered;
    }

    /** {@return packets that a sink took} */
    public long toSinks() {
        return toSinks;
    }
}
