package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Replaces the system table of a running IOP. What the buffer holds is not public; it is taken to be a system table. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param sgl the new system table
 */
public record ExecSysModify(List<SglElement> sgl) implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<ExecSysModify> KIND = MessageKind.of(ExecSysModify.class, "ExecSysModify", 16,
        DeviceClass.EXECUTIVE, Function.EXEC_SYS_MODIFY);

    /** Copies the list. */
    public ExecSysModify {
        sgl = List.copyOf(sgl);
    }
}
