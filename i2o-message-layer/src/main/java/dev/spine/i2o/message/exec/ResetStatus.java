package dev.spine.i2o.message.exec;

/**
 * Values of the status word that IopReset reports in memory; the whole word is written. Any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 */
public final class ResetStatus {
    /** The reset has begun; the IOP is INITIALIZING. */
    public static final int IN_PROGRESS = 0x01;
    /** Refused. */
    public static final int REJECTED = 0x02;

    private ResetStatus() {
    }
}
