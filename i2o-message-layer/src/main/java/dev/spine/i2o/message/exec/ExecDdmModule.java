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
 * What happens to a device module.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param kind which of them
 * @param ddmTid the device module
 */
public record ExecDdmModule(MessageKind<ExecDdmModule> kind, int ddmTid) implements Request {
    /** The device module. */
    public static final Field DDM_TID = Field.u12("DdmTID", 16);
    /** Suspends it: until it is enabled or reset, its devices take utility messages only. */
    public static final MessageKind<ExecDdmModule> SUSPEND = MessageKind.request(layout("ExecDdmSuspend"),
        DeviceClass.EXECUTIVE, Function.EXEC_DDM_SUSPEND, frame -> parse(ExecDdmModule.SUSPEND, frame));
    /** Unloads it; its devices leave the LCT. */
    public static final MessageKind<ExecDdmModule> DESTROY = MessageKind.request(layout("ExecDdmDestroy"),
        DeviceClass.EXECUTIVE, Function.EXEC_DDM_DESTROY, frame -> parse(ExecDdmModule.DESTROY, frame));

    private static Layout layout(String name) {
        return Layout.of(name, 20, DDM_TID);
    }

    private static ExecDdmModule parse(MessageKind<ExecDdmModule> kind, MessageFrame frame) {
        return new ExecDdmModule(kind, DDM_TID.get(frame));
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        kind.beginRequest(frame, header, sizeWords(), 0, 0);
        DDM_TID.set(frame, ddmTid);
    }

    @Override
    public String toString() {
        return kind.name() + "[ddmTid=" + ddmTid + "]";
    }
}
