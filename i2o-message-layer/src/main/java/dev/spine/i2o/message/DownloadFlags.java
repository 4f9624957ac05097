package dev.spine.i2o.message;

/**
 * Bits of {@link ExecSwDownload}; none set means: load into memory, as an experiment.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 */
public final class DownloadFlags {
    /** Keep the module in the permanent store. */
    public static final int PERMANENT_STORE = 0x01;
    /** Replace a module of the same number. */
    public static final int OVERRIDE = 0x02;

    private DownloadFlags() {
    }
}
