package dev.spine.i2o.sgl;

/**
 * How many units of context follow the first word of an element, and how many bytes that is. A unit has 4 bytes, in lists with 64-bit
 * contexts 8. Any thread.
 *
 * <p>Source: I2O 1.5 scatter-gather lists; SIG message header.
 */
public final class SglContext {
    /** No unit. */
    public static final int NONE = 0;
    public static final int ONE_UNIT = 1;
    public static final int TWO_UNITS = 2;
    public static final int THREE_UNITS = 3;
    /** Bytes of no unit. */
    public static final int NONE_BYTES = 0;
    public static final int ONE_UNIT_BYTES = 4;
    public static final int TWO_UNITS_BYTES = 8;
    public static final int THREE_UNITS_BYTES = 12;
    /** Bytes of one unit of 64 bits. */
    public static final int ONE_WIDE_UNIT_BYTES = 8;
    /** Bytes of two units of 64 bits. */
    public static final int TWO_WIDE_UNITS_BYTES = 16;
    /** Bytes of three units of 64 bits. */
    public static final int THREE_WIDE_UNITS_BYTES = 24;

    private SglContext() {
    }
}
