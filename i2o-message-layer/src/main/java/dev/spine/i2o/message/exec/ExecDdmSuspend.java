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
 * Suspends a device module: until it is enabled or reset, its devices take utility messages only.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param ddmTid the device module
 */
public record ExecDdmSuspend(int ddmTid) implements Request {
    /** The device module. */
    public static final Field DDM_TID = Field.u12("DdmTID", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecDdmSuspend> KIND = MessageKind.request(
        Layout.of("ExecDdmSuspend", 20, DDM_TID),
        DeviceClass.EXECUTIVE, Function.EXEC_DDM_SUSPEND, ExecDdmSuspend::parse);

    private static ExecDdmSuspend parse(MessageFrame frame) {
        return new ExecDdmSuspend(DDM_TID.get(frame));
    }

    @Override
    public MessageKind<ExecDdmSuspend> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        DDM_TID.set(frame, ddmTid);
    }
}
