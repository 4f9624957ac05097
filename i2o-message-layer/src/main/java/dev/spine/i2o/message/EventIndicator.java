package dev.spine.i2o.message;

/**
 * Events that every object may send; exactly one bit is set in a report. Bits 0 to 21 belong to the class, those of the executive are here
 * too. Any thread.
 *
 * <p>Source: I2O 1.5 events; SIG utility and executive headers.
 */
public final class EventIndicator {
    /** The state changed. */
    public static final int STATE_CHANGE = 0x8000_0000;
    /** A warning. */
    public static final int GENERAL_WARNING = 0x4000_0000;
    /** A configuration dialog is wanted. */
    public static final int CONFIGURATION_FLAG = 0x2000_0000;
    /** A lock was released. */
    public static final int LOCK_RELEASE = 0x1000_0000;
    /** The capabilities changed. */
    public static final int CAPABILITY_CHANGE = 0x0800_0000;
    /** The device was reset. */
    public static final int DEVICE_RESET = 0x0400_0000;
    /** The event mask was changed. */
    public static final int EVENT_MASK_MODIFIED = 0x0200_0000;
    /** A parameter was modified; data: group and field. */
    public static final int FIELD_MODIFIED = 0x0100_0000;
    public static final int VENDOR_EVENT = 0x0080_0000;
    /** A sensor changed. */
    public static final int DEVICE_STATE = 0x0040_0000;
    /** Executive: a resource is short. */
    public static final int EXEC_RESOURCE_LIMIT = 0x001;
    /** Executive: a connection failed or works again. */
    public static final int EXEC_CONNECTION_FAIL = 0x002;
    /** Executive: an adapter failed; data: its HRT entry. */
    public static final int EXEC_ADAPTER_FAULT = 0x004;
    /** Executive: power fails. */
    public static final int EXEC_POWER_FAIL = 0x008;
    /** Executive: a reset is pending. */
    public static final int EXEC_RESET_PENDING = 0x010;
    /** Executive: a reset is imminent. */
    public static final int EXEC_RESET_IMMINENT = 0x020;
    /** Executive: hardware failed. */
    public static final int EXEC_HARDWARE_FAIL = 0x040;
    /** Executive: the table of external connections changed. */
    public static final int EXEC_XCT_CHANGE = 0x080;
    /** Executive: the LCT has a new entry; data: the entry. */
    public static final int EXEC_NEW_LCT_ENTRY = 0x100;
    /** Executive: an LCT entry changed; data: the entry. */
    public static final int EXEC_MODIFIED_LCT = 0x200;
    /** Executive: the availability of a DDM changed. */
    public static final int EXEC_DDM_AVAILABILITY = 0x400;

    private EventIndicator() {
    }
}
