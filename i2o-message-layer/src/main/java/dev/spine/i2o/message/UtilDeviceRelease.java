package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;

/**
 * Ends a reservation.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header.
 */
public record UtilDeviceRelease() implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<UtilDeviceRelease> KIND = MessageKind.request(
        Layout.of("UtilDeviceRelease", 16),
        DeviceClass.ANY, Function.UTIL_DEVICE_RELEASE, UtilDeviceRelease::parse);

    private static UtilDeviceRelease parse(MessageFrame frame) {
        return new UtilDeviceRelease();
    }

    @Override
    public MessageKind<UtilDeviceRelease> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
    }
}
