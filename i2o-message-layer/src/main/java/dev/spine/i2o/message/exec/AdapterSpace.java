package dev.spine.i2o.message.exec;

/**
 * Where {@link ExecAdapterRead} reads. Any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 */
public final class AdapterSpace {
    /** The configuration registers. */
    public static final int CONFIGURATION = 0;
    /** The I/O registers. */
    public static final int IO = 1;
    /** The memory of the adapter. */
    public static final int MEMORY = 2;

    private AdapterSpace() {
    }
}
