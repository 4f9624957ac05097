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
 * What happens to the traffic between one device and one other IOP.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param kind which of them
 * @param deviceTid the device
 * @param iopId number of the other IOP, 12 bits
 * @param hostUnitId host unit of the other IOP
 */
public record ExecDdmTraffic(MessageKind<ExecDdmTraffic> kind, int deviceTid, int iopId, int hostUnitId) implements Request {
    /** The device. */
    public static final Field DEVICE_TID = Field.u12("DeviceTID", 16);
    /** Number of the other IOP, 12 bits. */
    public static final Field IOP_ID = Field.u12("IOP_ID", 20);
    private static final Field HOST_UNIT_ID = Field.u16("HostUnitID", 22);
    /** Stops it. */
    public static final MessageKind<ExecDdmTraffic> QUIESCE = MessageKind.request(layout("ExecDdmQuiesce"),
        DeviceClass.EXECUTIVE, Function.EXEC_DDM_QUIESCE, frame -> parse(ExecDdmTraffic.QUIESCE, frame));
    /** Resumes it. */
    public static final MessageKind<ExecDdmTraffic> ENABLE = MessageKind.request(layout("ExecDdmEnable"),
        DeviceClass.EXECUTIVE, Function.EXEC_DDM_ENABLE, frame -> parse(ExecDdmTraffic.ENABLE, frame));
    /** Discards its requests and resumes it. */
    public static final MessageKind<ExecDdmTraffic> RESET = MessageKind.request(layout("ExecDdmReset"),
        DeviceClass.EXECUTIVE, Function.EXEC_DDM_RESET, frame -> parse(ExecDdmTraffic.RESET, frame));

    private static Layout layout(String name) {
        return Layout.of(name, 24, DEVICE_TID, IOP_ID, HOST_UNIT_ID);
    }

    private static ExecDdmTraffic parse(MessageKind<ExecDdmTraffic> kind, MessageFrame frame) {
        return new ExecDdmTraffic(kind, DEVICE_TID.get(frame), IOP_ID.get(frame), HOST_UNIT_ID.get(frame));
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        kind.beginRequest(frame, header, sizeWords(), 0, 0);
        DEVICE_TID.set(frame, deviceTid);
        IOP_ID.set(frame, iopId);
        HOST_UNIT_ID.set(frame, hostUnitId);
    }

    @Override
    public String toString() {
        return kind.name() + "[deviceTid=" + deviceTid + ", iopId=" + iopId + ", hostUnitId=" + hostUnitId + "]";
    }
}
