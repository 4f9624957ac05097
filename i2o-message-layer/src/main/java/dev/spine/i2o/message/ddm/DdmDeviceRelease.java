package dev.spine.i2o.message.ddm;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * A device is withdrawn from the DDM.
 *
 * <p>Source: I2O DDM class; IRTOS DDM library header.
 *
 * @param deviceTid tID of the device
 */
public record DdmDeviceRelease(int deviceTid) implements Request {
    /** TID of the device. */
    public static final Field DEVICE_TID = Field.u12("DeviceTID", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<DdmDeviceRelease> KIND = MessageKind.request(
        Layout.of("DdmDeviceRelease", 20, DEVICE_TID),
        DeviceClass.DDM, Function.DDM_DEVICE_RELEASE, DdmDeviceRelease::parse);

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static DdmDeviceRelease parse(MessageFrame frame) {
        return new DdmDeviceRelease(DEVICE_TID.get(frame));
    }

    @Override
    public MessageKind<DdmDeviceRelease> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        DEVICE_TID.set(frame, deviceTid);
    }
}
