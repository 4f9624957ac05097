package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Starts external operation: READY becomes OPERATIONAL. An IOP that is operational already answers success.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 */
public record ExecSysEnable() implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<ExecSysEnable> KIND = MessageKind.request(
        Layout.of("ExecSysEnable", 16),
        DeviceClass.EXECUTIVE, Function.EXEC_SYS_ENABLE, ExecSysEnable::parse);

    private static ExecSysEnable parse(MessageFrame frame) {
        return new ExecSysEnable();
    }

    @Override
    public MessageKind<ExecSysEnable> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
    }
}
