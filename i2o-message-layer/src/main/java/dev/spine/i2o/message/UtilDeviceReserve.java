package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;

/**
 * Reserves a device for the initiator: until it is released, requests of other users that use the device are refused.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header.
 */
public record UtilDeviceReserve() implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<UtilDeviceReserve> KIND = MessageKind.request(
        Layout.of("UtilDeviceReserve", 16),
        DeviceClass.ANY, Function.UTIL_DEVICE_RESERVE, UtilDeviceReserve::parse);

    private static UtilDeviceReserve parse(MessageFrame frame) {
        return new UtilDeviceReserve();
    }

    @Override
    public MessageKind<UtilDeviceReserve> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
    }
}
