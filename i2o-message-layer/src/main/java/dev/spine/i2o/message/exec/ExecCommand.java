package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * A request of the executive that is its function alone. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param kind which of them
 */
public record ExecCommand(MessageKind<ExecCommand> kind) implements Request {
    /** Stops external operation on all paths: OPERATIONAL becomes READY. */
    public static final MessageKind<ExecCommand> SYS_QUIESCE = MessageKind.of(ExecCommand.class, "ExecSysQuiesce", 16,
        DeviceClass.EXECUTIVE, Function.EXEC_SYS_QUIESCE);
    /** Starts external operation: READY becomes OPERATIONAL. An IOP that is operational already answers success. */
    public static final MessageKind<ExecCommand> SYS_ENABLE = MessageKind.of(ExecCommand.class, "ExecSysEnable", 16,
        DeviceClass.EXECUTIVE, Function.EXEC_SYS_ENABLE);
    /**
     * Ends external operation and empties the input queues; the IOP goes to HOLD, the outbound queue and the LCT stay. Answered when done.
     */
    public static final MessageKind<ExecCommand> IOP_CLEAR = MessageKind.of(ExecCommand.class, "ExecIopClear", 16,
        DeviceClass.EXECUTIVE, Function.EXEC_IOP_CLEAR);
    /** Confirms that the present configuration is the intended one. */
    public static final MessageKind<ExecCommand> CONFIG_VALIDATE = MessageKind.of(ExecCommand.class,
        "ExecConfigValidate", 16, DeviceClass.EXECUTIVE, Function.EXEC_CONFIG_VALIDATE);

    @Override
    public String toString() {
        return kind.text(this);
    }
}
