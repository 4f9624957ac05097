package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Stores in the header of the LCT from which device the system starts. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param bootDevice the device
 */
public record ExecBootDeviceSet(int bootDevice) implements Request {
    public static final Field BOOT_DEVICE = Field.u12("BootDevice", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecBootDeviceSet> KIND = MessageKind.of(ExecBootDeviceSet.class,
        "ExecBootDeviceSet", 20, DeviceClass.EXECUTIVE, Function.EXEC_BOOT_DEVICE_SET, BOOT_DEVICE);
}
