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
 * Resumes the traffic between one device and one other IOP.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param deviceTid the device
 * @param iopId number of the other IOP, 12 bits
 * @param hostUnitId host unit of the other IOP
 */
public record ExecDdmEnable(int deviceTid, int iopId, int hostUnitId) implements Request {
    /** The device. */
    public static final Field DEVICE_TID = Field.u12("DeviceTID", 16);
    /** Number of the other IOP, 12 bits. */
    public static final Field IOP_ID = Field.u12("IOP_ID", 20);
    private static final Field HOST_UNIT_ID = Field.u16("HostUnitID", 22);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecDdmEnable> KIND = MessageKind.request(
        Layout.of("ExecDdmEnable", 24, DEVICE_TID, IOP_ID, HOST_UNIT_ID),
        DeviceClass.EXECUTIVE, Function.EXEC_DDM_ENABLE, ExecDdmEnable::parse);

    private static ExecDdmEnable parse(MessageFrame frame) {
        return new ExecDdmEnable(DEVICE_TID.get(frame), IOP_ID.get(frame), HOST_UNIT_ID.get(frame));
    }

    @Override
    public MessageKind<ExecDdmEnable> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        DEVICE_TID.set(frame, deviceTid);
        IOP_ID.set(frame, iopId);
        HOST_UNIT_ID.set(frame, hostUnitId);
    }
}
