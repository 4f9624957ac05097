package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Stores in the header of the LCT from which device the system starts.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param bootDevice the device
 */
public record ExecBootDeviceSet(int bootDevice) implements Request {
    /** The device. */
    public static final Field BOOT_DEVICE = Field.u12("BootDevice", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecBootDeviceSet> KIND = MessageKind.request(
        Layout.of("ExecBootDeviceSet", 20, BOOT_DEVICE),
        DeviceClass.EXECUTIVE, Function.EXEC_BOOT_DEVICE_SET, ExecBootDeviceSet::parse);

    private static ExecBootDeviceSet parse(MessageFrame frame) {
        return new ExecBootDeviceSet(BOOT_DEVICE.get(frame));
    }

    @Override
    public MessageKind<ExecBootDeviceSet> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        BOOT_DEVICE.set(frame, bootDevice);
    }
}
