package dev.spine.i2o.param;

/**
 * What an operation of a list asks for. Any thread.
 *
 * <p>Source: I2O 1.5 parameter access; SIG utility header. The templates of MORE_GET and SIZE_GET are not public: both are answered as
 * invalid.
 */
public final class OperationCode {
    /** Reads fields of a scalar group. */
    public static final int FIELD_GET = 0x0001;
    /** Reads fields of the rows with given keys. */
    public static final int LIST_GET = 0x0002;
    /** Goes on where a cut answer ended. */
    public static final int MORE_GET = 0x0003;
    /** Asks for sizes. */
    public static final int SIZE_GET = 0x0004;
    /** Reads fields of all rows. */
    public static final int TABLE_GET = 0x0005;
    /** Sets fields of a scalar group. */
    public static final int FIELD_SET = 0x0006;
    /** Sets fields of the rows with given keys. */
    public static final int LIST_SET = 0x0007;
    /** Adds rows. */
    public static final int ROW_ADD = 0x0008;
    /** Removes the rows with given keys. */
    public static final int ROW_DELETE = 0x0009;
    /** Removes all rows. */
    public static final int TABLE_CLEAR = 0x000A;
    /** In place of a field count, or as a field index: all fields. */
    public static final int ALL_FIELDS = 0xFFFF;

    private OperationCode() {
    }
}
