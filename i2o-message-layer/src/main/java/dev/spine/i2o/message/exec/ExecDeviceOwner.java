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
 * Which device module has a device.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param kind which of them
 * @param deviceTid the device
 * @param ddmTid the device module
 * @param operationFlags 0x01 to keep it so after a restart
 * @param iopId the IOP that has the device, 12 bits
 * @param hostUnitId host unit of that IOP
 */
public record ExecDeviceOwner(
    MessageKind<ExecDeviceOwner> kind, int deviceTid, int ddmTid, int operationFlags, int iopId, int hostUnitId)
    implements Request {
    /** The device. */
    public static final Field DEVICE_TID = Field.u12("DeviceTID", 16);
    /** The device module. */
    public static final Field DDM_TID = Field.bits("DdmTID", 16, 23, 12);
    private static final Field OPERATION_FLAGS = Field.bits("OperationFlags", 16, 31, 24);
    /** The IOP that has the device, 12 bits. */
    public static final Field IOP_ID = Field.u12("IOP_ID", 20);
    private static final Field HOST_UNIT_ID = Field.u16("HostUnitID", 22);
    /** Offers the device to the module, which then claims it. */
    public static final MessageKind<ExecDeviceOwner> ASSIGN = MessageKind.request(layout("ExecDeviceAssign"),
        DeviceClass.EXECUTIVE, Function.EXEC_DEVICE_ASSIGN, frame -> parse(ExecDeviceOwner.ASSIGN, frame));
    /** Withdraws the device from the module. */
    public static final MessageKind<ExecDeviceOwner> RELEASE = MessageKind.request(layout("ExecDeviceRelease"),
        DeviceClass.EXECUTIVE, Function.EXEC_DEVICE_RELEASE, frame -> parse(ExecDeviceOwner.RELEASE, frame));

    private static Layout layout(String name) {
        return Layout.of(name, 24, DEVICE_TID, DDM_TID, OPERATION_FLAGS, IOP_ID, HOST_UNIT_ID);
    }

    private static ExecDeviceOwner parse(MessageKind<ExecDeviceOwner> kind, MessageFrame frame) {
        return new ExecDeviceOwner(kind, DEVICE_TID.get(frame), DDM_TID.get(frame), OPERATION_FLAGS.get(frame),
            IOP_ID.get(frame), HOST_UNIT_ID.get(frame));
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        kind.beginRequest(frame, header, sizeWords(), 0, 0);
        DEVICE_TID.set(frame, deviceTid);
        DDM_TID.set(frame, ddmTid);
        OPERATION_FLAGS.set(frame, operationFlags);
        IOP_ID.set(frame, iopId);
        HOST_UNIT_ID.set(frame, hostUnitId);
    }

    @Override
    public String toString() {
        return kind.name() + "[deviceTid=" + deviceTid + ", ddmTid=" + ddmTid + ", operationFlags=" + operationFlags
            + ", iopId=" + iopId + ", hostUnitId=" + hostUnitId + "]";
    }
}
