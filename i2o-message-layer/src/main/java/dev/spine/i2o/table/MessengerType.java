package dev.spine.i2o.table;

/**
 * How messages reach an IOP: the field MessengerType. Any thread.
 *
 * <p>Source: I2O 1.5 status block; SIG executive header; 1 to 3 from the 2.0 headers.
 */
public final class MessengerType {
    /** A memory-mapped messaging unit. */
    public static final int MEMORY_MAPPED = 0x00;
    /** 2.0: memory mapped only. */
    public static final int MEMORY_MAPPED_ONLY = 0x01;
    /** 2.0: remote only. */
    public static final int REMOTE_ONLY = 0x02;
    /** 2.0: both. */
    public static final int MEMORY_MAPPED_AND_REMOTE = 0x03;

    private MessengerType() {
    }
}
