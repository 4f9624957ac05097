package dev.spine.i2o.message.exec;

/**
 * What kind of module is loaded into an IOP or fetched from it. Any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 */
public final class SoftwareType {
    /** A device driver module. */
    public static final int DDM = 0x01;
    /** The parameter block of a device driver module. */
    public static final int DDM_PARAMETER_BLOCK = 0x02;
    /** The configuration table of a device driver module. */
    public static final int DDM_CONFIGURATION_TABLE = 0x03;
    /** The operating system of the IOP. */
    public static final int IRTOS = 0x11;
    /** A private module of the operating system. */
    public static final int IRTOS_PRIVATE_MODULE = 0x12;
    /** The dialog table of the operating system. */
    public static final int IRTOS_DIALOG_TABLE = 0x13;
    public static final int IOP_PRIVATE_MODULE = 0x22;
    public static final int IOP_DIALOG_TABLE = 0x23;

    private SoftwareType() {
    }
}
