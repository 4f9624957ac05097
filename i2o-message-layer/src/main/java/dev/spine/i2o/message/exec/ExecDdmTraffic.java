package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * What happens to the traffic between one device and one other IOP. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param kind which of them
 * @param deviceTid the device
 * @param iopId number of the other IOP, 12 bits
 * @param hostUnitId host unit of the other IOP
 */
public record ExecDdmTraffic(MessageKind<ExecDdmTraffic> kind, int deviceTid, int iopId, int hostUnitId) implements Request {
    public static final Field DEVICE_TID = Field.u12("DeviceTID", 16);
    public static final Field IOP_ID = Field.u12("IOP_ID", 20);
    private static final Field HOST_UNIT_ID = Field.u16("HostUnitID", 22);
    /** Stops it. */
    public static final MessageKind<ExecDdmTraffic> QUIESCE = MessageKind.of(ExecDdmTraffic.class, "ExecDdmQuiesce", 24,
        DeviceClass.EXECUTIVE, Function.EXEC_DDM_QUIESCE, DEVICE_TID, IOP_ID, HOST_UNIT_ID);
    /** Resumes it. */
    public static final MessageKind<ExecDdmTraffic> ENABLE = MessageKind.of(ExecDdmTraffic.class, "ExecDdmEnable", 24,
        DeviceClass.EXECUTIVE, Function.EXEC_DDM_ENABLE, DEVICE_TID, IOP_ID, HOST_UNIT_ID);
    /** Discards its requests and resumes it. */
    public static final MessageKind<ExecDdmTraffic> RESET = MessageKind.of(ExecDdmTraffic.class, "ExecDdmReset", 24,
        DeviceClass.EXECUTIVE, Function.EXEC_DDM_RESET, DEVICE_TID, IOP_ID, HOST_UNIT_ID);

    @Override
    public String toString() {
        return kind.text(this);
    }
}
