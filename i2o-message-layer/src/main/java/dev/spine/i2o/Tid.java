package dev.spine.i2o;

/**
 * Target identifiers: 12 bits, given out by each IOP to the objects that it can deliver a message to. Any thread.
 *
 * <p>Source: I2O 1.5 message header and logical configuration table; SIG headers.
 */
public final class Tid {
    /** The executive of the IOP that receives the message. */
    public static final int EXECUTIVE = 0x000;
    /** The host, as initiator of its requests. */
    public static final int HOST = 0x001;
    /** The first TID that an IOP may give to a device, a DDM or an alias. */
    public static final int FIRST_DEVICE = 0x002;
    /** The last TID that an IOP may give out. */
    public static final int MAX = 0xFFE;
    /** "No object": no user, no parent, no controlling DDM. Never a target. */
    public static final int NONE = 0xFFF;
    /** The bits that a TID takes. */
    public static final int MASK = 0xFFF;

    private Tid() {
    }

    /**
     * Whether an IOP may give this TID to a device, a DDM or an alias.
     *
     * @param tid any value
     * @return true from {@link #FIRST_DEVICE} to {@link #MAX}
     */
    public static boolean isAssignable(int tid) {
        return tid >= FIRST_DEVICE && tid <= MAX;
    }
}
