package dev.spine.i2o.message.block;

/**
 * What {@link PowerManagement} asks for. The field PowerState of group 0x0000 uses the same codes. Any thread.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 */
public final class PowerOperation {
    /** Power up in part. */
    public static final int PARTIAL_POWER_UP = 0x01;
    public static final int POWER_UP = 0x02;
    /** Power up and load the medium. */
    public static final int POWER_UP_AND_LOAD = 0x03;
    /** Quiesce the device. */
    public static final int QUIESCE = 0x20;
    /** Power down in part. */
    public static final int PARTIAL_POWER_DOWN = 0x21;
    /** Power down in part and unload the medium. */
    public static final int PARTIAL_POWER_DOWN_AND_UNLOAD = 0x22;
    /** Power down and unload the medium. */
    public static final int POWER_DOWN_AND_UNLOAD = 0x23;
    /** Power down and keep the medium. */
    public static final int POWER_DOWN_AND_RETAIN = 0x24;

    private PowerOperation() {
    }

    /**
     * Whether a code is one of these.
     *
     * @param operation any value
     * @return false for a code that nobody has defined
     */
    public static boolean isDefined(int operation) {
        return operation >= PARTIAL_POWER_UP && operation <= POWER_UP_AND_LOAD
            || operation >= QUIESCE && operation <= POWER_DOWN_AND_RETAIN;
    }

    /**
     * Whether a device in the state that a code names carries out requests that need its medium.
     *
     * @param state a code of this class
     * @return false from {@link #QUIESCE} on
     */
    public static boolean isUp(int state) {
        return state < QUIESCE;
    }
}
