package dev.spine.i2o.message.scsi;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Resets the device.
 *
 * <p>Source: I2O 1.5 SCSI peripheral class; SIG headers.
 */
public record ScsiDeviceReset() implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<ScsiDeviceReset> KIND = MessageKind.request(
        Layout.of("ScsiDeviceReset", 16),
        DeviceClass.SCSI_PERIPHERAL, Function.SCSI_DEVICE_RESET, ScsiDeviceReset::parse);

    private static ScsiDeviceReset parse(MessageFrame frame) {
        return new ScsiDeviceReset();
    }

    @Override
    public MessageKind<ScsiDeviceReset> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
    }
}
