package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Which device module has a device. Immutable; any thread.
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
    public static final Field DEVICE_TID = Field.u12("DeviceTID", 16);
    public static final Field DDM_TID = Field.bits("DdmTID", 16, 23, 12);
    private static final Field OPERATION_FLAGS = Field.bits("OperationFlags", 16, 31, 24);
    public static final Field IOP_ID = Field.u12("IOP_ID", 20);
    private static final Field HOST_UNIT_ID = Field.u16("HostUnitID", 22);
    /** Offers the device to the module, which then claims it. */
    public static final MessageKind<ExecDeviceOwner> ASSIGN = MessageKind.of(ExecDeviceOwner.class, "ExecDeviceAssign",
        24, DeviceClass.EXECUTIVE, Function.EXEC_DEVICE_ASSIGN, DEVICE_TID, DDM_TID, OPERATION_FLAGS, IOP_ID,
        HOST_UNIT_ID);
    /** Withdraws the device from the module. */
    public static final MessageKind<ExecDeviceOwner> RELEASE = MessageKind.of(ExecDeviceOwner.class,
        "ExecDeviceRelease", 24, DeviceClass.EXECUTIVE, Function.EXEC_DEVICE_RELEASE, DEVICE_TID, DDM_TID,
        OPERATION_FLAGS, IOP_ID, HOST_UNIT_ID);

    @Override
    public String toString() {
        return kind.text(this);
    }
}
