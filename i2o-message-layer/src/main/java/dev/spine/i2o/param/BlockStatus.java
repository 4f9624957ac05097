package dev.spine.i2o.param;

import dev.spine.i2o.CodeNames;

/**
 * What became of one operation of a list. Any thread.
 *
 * <p>Source: I2O 1.5 parameter access; SIG utility header.
 */
public final class BlockStatus {
    /** Done. */
    public static final int SUCCESS = 0x00;
    /** There is no row with this key; the operation stopped there. */
    public static final int BAD_KEY_ABORTED = 0x01;
    /** There is no row with this key; the operation went on. */
    public static final int BAD_KEY_CONTINUED = 0x02;
    /** The result buffer is full; what fits is there. */
    public static final int BUFFER_FULL = 0x03;
    /** The result buffer is too small for anything. */
    public static final int BUFFER_TOO_SMALL = 0x04;
    /** A field cannot be read. */
    public static final int FIELD_UNREADABLE = 0x05;
    /** A field cannot be set. */
    public static final int FIELD_UNWRITEABLE = 0x06;
    /** Fields are missing. */
    public static final int INSUFFICIENT_FIELDS = 0x07;
    /** The object has no such group. */
    public static final int INVALID_GROUP_ID = 0x08;
    /** There is no such operation, or not in this message. */
    public static final int INVALID_OPERATION = 0x09;
    /** The group has no key. */
    public static final int NO_KEY_FIELD = 0x0A;
    /** The group has no such field. */
    public static final int NO_SUCH_FIELD = 0x0B;
    /** Rows of the group cannot be added or removed. */
    public static final int NON_DYNAMIC_GROUP = 0x0C;
    /** The operation is malformed, or the object refused it. */
    public static final int OPERATION_ERROR = 0x0D;
    /** An error in a scalar group. */
    public static final int SCALAR_ERROR = 0x0E;
    /** An error in a table group. */
    public static final int TABLE_ERROR = 0x0F;
    /** A table operation on a scalar group, or the reverse. */
    public static final int WRONG_GROUP_TYPE = 0x10;

    private BlockStatus() {
    }

    /**
     * The name of a status, for people.
     *
     * @param status any value
     * @return its name, or the number in hexadecimal
     */
    public static String name(int status) {
        return Names.ALL.name(status);
    }

    /** Looked up on first use. */
    private static final class Names {
        static final CodeNames ALL = CodeNames.of(BlockStatus.class);
    }
}
