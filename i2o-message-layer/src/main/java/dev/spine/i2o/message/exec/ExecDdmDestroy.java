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
 * Unloads a device module; its devices leave the LCT.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param ddmTid the device module
 */
public record ExecDdmDestroy(int ddmTid) implements Request {
    /** The device module. */
    public static final Field DDM_TID = Field.u12("DdmTID", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecDdmDestroy> KIND = MessageKind.request(
        Layout.of("ExecDdmDestroy", 20, DDM_TID),
        DeviceClass.EXECUTIVE, Function.EXEC_DDM_DESTROY, ExecDdmDestroy::parse);

    private static ExecDdmDestroy parse(MessageFrame frame) {
        return new ExecDdmDestroy(DDM_TID.get(frame));
    }

    @Override
    public MessageKind<ExecDdmDestroy> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        DDM_TID.set(frame, ddmTid);
    }
}
