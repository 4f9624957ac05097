package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Resets the device: outstanding requests are answered as aborted. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param controlFlags 0x0001, {@link #HARD}, for a hard reset
 * @param timeMultiplier by how much the base timeouts of group 0x0001 are multiplied; 0 counts as 1
 */
public record DeviceReset(int controlFlags, int timeMultiplier) implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<DeviceReset> KIND = MessageKind.of(DeviceReset.class, "BsaDeviceReset", 20,
        DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_DEVICE_RESET, Field.u16("ControlFlags", 16),
        Field.u8("TimeMultiplier", 18));

    /** Control flag: reset the hardware too, not only the queue of requests. */
    public static final int HARD = 0x0001;
}
