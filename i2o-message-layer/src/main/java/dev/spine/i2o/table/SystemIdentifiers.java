package dev.spine.i2o.table;

/**
 * Special numbers of IOPs, host units and bus segments. In a single system host unit and segment are 0. Any thread.
 *
 * <p>Source: I2O 1.5 system table; SIG executive header.
 */
public final class SystemIdentifiers {
    /** IOP number: this IOP. */
    public static final int LOCAL_IOP = 0x000;
    /** IOP number: the host. */
    public static final int LOCAL_HOST = 0x001;
    /** IOP number: the first that a host assigns. */
    public static final int FIRST_ASSIGNED_IOP = 0x002;
    /** IOP number: unknown. */
    public static final int UNKNOWN_IOP = 0xFFF;
    /** Host unit: this one. */
    public static final int LOCAL_UNIT = 0x0000;
    /** Host unit: unknown. */
    public static final int UNKNOWN_UNIT = 0xFFFF;
    /** Segment: this one. */
    public static final int LOCAL_SEGMENT = 0x000;
    public static final int UNKNOWN_SEGMENT = 0xFFF;

    private SystemIdentifiers() {
    }
}
