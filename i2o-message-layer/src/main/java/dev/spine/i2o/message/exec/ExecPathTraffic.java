package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * What happens to the messages to one other IOP. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param kind which of them
 * @param iopId number of the other IOP, 12 bits
 * @param hostUnitId host unit of the other IOP
 */
public record ExecPathTraffic(MessageKind<ExecPathTraffic> kind, int iopId, int hostUnitId) implements Request {
    public static final Field IOP_ID = Field.u12("IOP_ID", 16);
    private static final Field HOST_UNIT_ID = Field.u16("HostUnitID", 18);
    /** Stops them. */
    public static final MessageKind<ExecPathTraffic> QUIESCE = MessageKind.of(ExecPathTraffic.class, "ExecPathQuiesce",
        20, DeviceClass.EXECUTIVE, Function.EXEC_PATH_QUIESCE, IOP_ID, HOST_UNIT_ID);
    /** Resumes them. */
    public static final MessageKind<ExecPathTraffic> ENABLE = MessageKind.of(ExecPathTraffic.class, "ExecPathEnable",
        20, DeviceClass.EXECUTIVE, Function.EXEC_PATH_ENABLE, IOP_ID, HOST_UNIT_ID);
    /** Discards the connections with the IOP and the requests that wait for it. */
    public static final MessageKind<ExecPathTraffic> RESET = MessageKind.of(ExecPathTraffic.class, "ExecPathReset", 20,
        DeviceClass.EXECUTIVE, Function.EXEC_PATH_RESET, IOP_ID, HOST_UNIT_ID);

    @Override
    public String toString() {
        return kind.text(this);
    }
}
