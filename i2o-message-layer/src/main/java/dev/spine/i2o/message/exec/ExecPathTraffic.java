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
 * What happens to the messages to one other IOP.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param kind which of them
 * @param iopId number of the other IOP, 12 bits
 * @param hostUnitId host unit of the other IOP
 */
public record ExecPathTraffic(MessageKind<ExecPathTraffic> kind, int iopId, int hostUnitId) implements Request {
    /** Number of the other IOP, 12 bits. */
    public static final Field IOP_ID = Field.u12("IOP_ID", 16);
    private static final Field HOST_UNIT_ID = Field.u16("HostUnitID", 18);
    /** Stops them. */
    public static final MessageKind<ExecPathTraffic> QUIESCE = MessageKind.request(layout("ExecPathQuiesce"),
        DeviceClass.EXECUTIVE, Function.EXEC_PATH_QUIESCE, frame -> parse(ExecPathTraffic.QUIESCE, frame));
    /** Resumes them. */
    public static final MessageKind<ExecPathTraffic> ENABLE = MessageKind.request(layout("ExecPathEnable"),
        DeviceClass.EXECUTIVE, Function.EXEC_PATH_ENABLE, frame -> parse(ExecPathTraffic.ENABLE, frame));
    /** Discards the connections with the IOP and the requests that wait for it. */
    public static final MessageKind<ExecPathTraffic> RESET = MessageKind.request(layout("ExecPathReset"),
        DeviceClass.EXECUTIVE, Function.EXEC_PATH_RESET, frame -> parse(ExecPathTraffic.RESET, frame));

    private static Layout layout(String name) {
        return Layout.of(name, 20, IOP_ID, HOST_UNIT_ID);
    }

    private static ExecPathTraffic parse(MessageKind<ExecPathTraffic> kind, MessageFrame frame) {
        return new ExecPathTraffic(kind, IOP_ID.get(frame), HOST_UNIT_ID.get(frame));
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        kind.beginRequest(frame, header, sizeWords(), 0, 0);
        IOP_ID.set(frame, iopId);
        HOST_UNIT_ID.set(frame, hostUnitId);
    }

    @Override
    public String toString() {
        return kind.name() + "[iopId=" + iopId + ", hostUnitId=" + hostUnitId + "]";
    }
}
