package dev.spine.i2o.param;

/**
 * What kind of module a DDM is: the field DdmType. Any thread.
 *
 * <p>Source: I2O 2.0 DDM class; SIG DDM header.
 */
public final class DdmType {
    public static final int UNKNOWN = 0;
    /** It drives an adapter. */
    public static final int HARDWARE = 1;
    /** It stacks on devices of other modules. */
    public static final int INTERMEDIATE = 2;
    public static final int BOTH = 3;

    private DdmType() {
    }
}
