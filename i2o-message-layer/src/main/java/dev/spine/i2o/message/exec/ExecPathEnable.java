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
 * Resumes the messages to one other IOP.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param iopId number of the other IOP, 12 bits
 * @param hostUnitId host unit of the other IOP
 */
public record ExecPathEnable(int iopId, int hostUnitId) implements Request {
    /** Number of the other IOP, 12 bits. */
    public static final Field IOP_ID = Field.u12("IOP_ID", 16);
    private static final Field HOST_UNIT_ID = Field.u16("HostUnitID", 18);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecPathEnable> KIND = MessageKind.request(
        Layout.of("ExecPathEnable", 20, IOP_ID, HOST_UNIT_ID),
        DeviceClass.EXECUTIVE, Function.EXEC_PATH_ENABLE, ExecPathEnable::parse);

    private static ExecPathEnable parse(MessageFrame frame) {
        return new ExecPathEnable(IOP_ID.get(frame), HOST_UNIT_ID.get(frame));
    }

    @Override
    public MessageKind<ExecPathEnable> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        IOP_ID.set(frame, iopId);
        HOST_UNIT_ID.set(frame, hostUnitId);
    }
}
