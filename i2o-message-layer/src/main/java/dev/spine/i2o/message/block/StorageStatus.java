package dev.spine.i2o.message.block;

import dev.spine.i2o.CodeNames;

/**
 * Detailed status codes of the class, valid with a request status from 0x00 to 0x0A. Any thread.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 */
public final class StorageStatus {
    public static final int SUCCESS = 0x0000;
    /** The medium cannot be read or written there. */
    public static final int MEDIA_ERROR = 0x0001;
    /** The address lies outside the medium, or is no multiple of the block size. */
    public static final int ACCESS_ERROR = 0x0002;
    /** The device failed. */
    public static final int DEVICE_FAILURE = 0x0003;
    /** The device is powered down or quiesced. */
    public static final int DEVICE_NOT_READY = 0x0004;
    /** There is no medium. */
    public static final int MEDIA_NOT_PRESENT = 0x0005;
    /** The medium is locked. */
    public static final int MEDIA_LOCKED = 0x0006;
    /** The medium failed as a whole. */
    public static final int MEDIA_FAILURE = 0x0007;
    /** The device did not understand its adapter. */
    public static final int PROTOCOL_FAILURE = 0x0008;
    /** Data could not be moved over the bus. */
    public static final int BUS_FAILURE = 0x0009;
    /** The initiator has no right to it: another has claimed or reserved the device. */
    public static final int ACCESS_VIOLATION = 0x000A;
    /** The medium is write protected. */
    public static final int WRITE_PROTECTED = 0x000B;
    /** The device was reset. */
    public static final int DEVICE_RESET = 0x000C;
    /** Another medium is in the device now. */
    public static final int VOLUME_CHANGED = 0x000D;
    /** It took longer than the timeout. */
    public static final int TIMEOUT = 0x000E;

    private StorageStatus() {
    }

    /**
     * The name of a status, for people.
     *
     * @param status the lower half of word 4 of a reply, any value
     * @return its name, or the number in hexadecimal
     */
    public static String name(int status) {
        return Names.ALL.name(status);
    }

    /** Looked up on first use. */
    private static final class Names {
        static final CodeNames ALL = CodeNames.of(StorageStatus.class);
    }
}
