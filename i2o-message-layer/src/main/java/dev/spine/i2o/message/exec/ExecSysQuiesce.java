package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Stops external operation on all paths: OPERATIONAL becomes READY.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 */
public record ExecSysQuiesce() implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<ExecSysQuiesce> KIND = MessageKind.request(
        Layout.of("ExecSysQuiesce", 16),
        DeviceClass.EXECUTIVE, Function.EXEC_SYS_QUIESCE, ExecSysQuiesce::parse);

    private static ExecSysQuiesce parse(MessageFrame frame) {
        return new ExecSysQuiesce();
    }

    @Override
    public MessageKind<ExecSysQuiesce> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
    }
}
