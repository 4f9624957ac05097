package dev.spine.i2o.message.exec;

/**
 * Values of the status word that OutboundInit reports in memory; the whole word is written. Any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 */
public final class OutboundInitStatus {
    /** The IOP works on it. */
    public static final int IN_PROGRESS = 0x01;
    /** Refused. */
    public static final int REJECTED = 0x02;
    public static final int FAILED = 0x03;
    /** Done; reply frames may be posted. */
    public static final int COMPLETE = 0x04;

    private OutboundInitStatus() {
    }
}
