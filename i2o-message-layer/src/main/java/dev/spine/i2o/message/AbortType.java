package dev.spine.i2o.message;

/**
 * Which requests {@link UtilAbort} means. The "clean" types take only those that have not begun. Any thread.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header.
 */
public final class AbortType {
    /** The requests with the function and the transaction context. */
    public static final int EXACT = 0;
    /** All requests with the function. */
    public static final int FUNCTION = 1;
    /** All requests with the transaction context. */
    public static final int TRANSACTION = 2;
    /** All requests of the initiator. */
    public static final int WILD = 3;
    /** As {@link #EXACT}, unless begun. */
    public static final int CLEAN_EXACT = 4;
    /** As {@link #FUNCTION}, unless begun. */
    public static final int CLEAN_FUNCTION = 5;
    /** As {@link #TRANSACTION}, unless begun. */
    public static final int CLEAN_TRANSACTION = 6;
    /** As {@link #WILD}, unless begun. */
    public static final int CLEAN_WILD = 7;

    private AbortType() {
    }
}
