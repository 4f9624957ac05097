package dev.spine.i2o.message.block;

/**
 * Control flags of the requests that move data. Some bits mean one thing when reading and another when writing. Any thread.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 */
public final class TransferFlags {
    /** Do not try again after an error. */
    public static final int NO_RETRY = 0x0001;
    /** Carry it out alone: neither together with others nor beside them. */
    public static final int SOLO = 0x0002;
    /** Reading: keep what was read in the cache. */
    public static final int READ_CACHE = 0x0004;
    /** Reading: read ahead by the amount of the field FetchAhead. */
    public static final int READ_PREFETCH = 0x0008;
    /** Reading: only into the cache. */
    public static final int READ_CACHE_ONLY = 0x0010;
    /** Writing: do not keep it in the cache. */
    public static final int WRITE_NO_CACHE = 0x0004;
    /** Writing: answer only when it is on the medium itself. */
    public static final int WRITE_THROUGH = 0x0008;
    /** Writing: answer as soon as it is in the cache. */
    public static final int WRITE_BACK = 0x0010;
    /** Verifying: correct errors. */
    public static final int CORRECT_ERRORS = 0x0040;
    /** Progress reports are wanted: verify, flush, power. */
    public static final int PROGRESS = 0x0080;

    private TransferFlags() {
    }
}
