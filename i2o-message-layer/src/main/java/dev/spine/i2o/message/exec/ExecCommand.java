package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * A request of the executive that is its function alone.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param kind which of them
 */
public record ExecCommand(MessageKind<ExecCommand> kind) implements Request {
    /** Stops external operation on all paths: OPERATIONAL becomes READY. */
    public static final MessageKind<ExecCommand> SYS_QUIESCE = MessageKind.request(layout("ExecSysQuiesce"),
        DeviceClass.EXECUTIVE, Function.EXEC_SYS_QUIESCE, _ -> new ExecCommand(ExecCommand.SYS_QUIESCE));
    /** Starts external operation: READY becomes OPERATIONAL. An IOP that is operational already answers success. */
    public static final MessageKind<ExecCommand> SYS_ENABLE = MessageKind.request(layout("ExecSysEnable"),
        DeviceClass.EXECUTIVE, Function.EXEC_SYS_ENABLE, _ -> new ExecCommand(ExecCommand.SYS_ENABLE));
    /**
     * Ends external operation and empties the input queues; the IOP goes to HOLD, the outbound queue and the LCT stay. Answered when done.
     */
    public static final MessageKind<ExecCommand> IOP_CLEAR = MessageKind.request(layout("ExecIopClear"),
        DeviceClass.EXECUTIVE, Function.EXEC_IOP_CLEAR, _ -> new ExecCommand(ExecCommand.IOP_CLEAR));
    /** Confirms that the present configuration is the intended one. */
    public static final MessageKind<ExecCommand> CONFIG_VALIDATE = MessageKind.request(layout("ExecConfigValidate"),
        DeviceClass.EXECUTIVE, Function.EXEC_CONFIG_VALIDATE, _ -> new ExecCommand(ExecCommand.CONFIG_VALIDATE));

    private static Layout layout(String name) {
        return Layout.of(name, 16);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        kind.beginRequest(frame, header, sizeWords(), 0, 0);
    }

    @Override
    public String toString() {
        return kind.name() + "[]";
    }
}
