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
 * A device is offered to the DDM, which then claims it.
 *
 * <p>Source: I2O DDM class; IRTOS DDM library header.
 *
 * @param deviceTid tID of the device
 * @param classId class of the device, as in its LCT entry
 * @param deviceFlags flags of the device, as in its LCT entry
 */
public record DdmDeviceAttach(int deviceTid, int classId, int deviceFlags) implements Request {
    /** TID of the device. */
    public static final Field DEVICE_TID = Field.u12("DeviceTID", 16);
    /** Class of the device, as in its LCT entry. */
    public static final Field CLASS_ID = Field.u32("ClassID", 20);
    /** Flags of the device, as in its LCT entry. */
    public static final Field DEVICE_FLAGS = Field.u32("DeviceFlags", 24);
    /** Entry of the catalogue. */
    public static final MessageKind<DdmDeviceAttach> KIND = MessageKind.request(
        Layout.of("DdmDeviceAttach", 28, DEVICE_TID, CLASS_ID, DEVICE_FLAGS),
        DeviceClass.DDM, Function.DDM_DEVICE_ATTACH, DdmDeviceAttach::parse);

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static DdmDeviceAttach parse(MessageFrame frame) {
        return new DdmDeviceAttach(DEVICE_TID.get(frame), CLASS_ID.get(frame), DEVICE_FLAGS.get(frame));
    }

    @Override
    public MessageKind<DdmDeviceAttach> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        DEVICE_TID.set(frame, deviceTid);
        CLASS_ID.set(frame, classId);
        DEVICE_FLAGS.set(frame, deviceFlags);
    }
}
