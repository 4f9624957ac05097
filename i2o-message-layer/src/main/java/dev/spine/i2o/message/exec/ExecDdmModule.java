package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * What happens to a device module. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param kind which of them
 * @param ddmTid the device module
 */
public record ExecDdmModule(MessageKind<ExecDdmModule> kind, int ddmTid) implements Request {
    public static final Field DDM_TID = Field.u12("DdmTID", 16);
    /** Suspends it: until it is enabled or reset, its devices take utility messages only. */
    public static final MessageKind<ExecDdmModule> SUSPEND = MessageKind.of(ExecDdmModule.class, "ExecDdmSuspend", 20,
        DeviceClass.EXECUTIVE, Function.EXEC_DDM_SUSPEND, DDM_TID);
    /** Unloads it; its devices leave the LCT. */
    public static final MessageKind<ExecDdmModule> DESTROY = MessageKind.of(ExecDdmModule.class, "ExecDdmDestroy", 20,
        DeviceClass.EXECUTIVE, Function.EXEC_DDM_DESTROY, DDM_TID);

    @Override
    public String toString() {
        return kind.text(this);
    }
}
