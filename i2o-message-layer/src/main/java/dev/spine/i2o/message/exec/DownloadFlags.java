package dev.spine.i2o.message.exec;

/**
 * Bits of {@link ExecSwTransfer#DOWNLOAD}; none set means: load into memory, as an experiment. Any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 */
public final class DownloadFlags {
    /** Load the module into memory only: a bit that is 0. */
    public static final int LOAD_MEMORY = 0x00;
    /** Try the module: a bit that is 0. */
    public static final int EXPERIMENTAL = 0x00;
    /** Keep the module in the permanent store. */
    public static final int PERMANENT_STORE = 0x01;
    /** Replace a module of the same number. */
    public static final int OVERRIDE = 0x02;

    private DownloadFlags() {
    }
}
