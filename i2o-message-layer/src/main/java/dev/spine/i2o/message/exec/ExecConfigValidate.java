package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Confirms that the present configuration is the intended one.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 */
public record ExecConfigValidate() implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<ExecConfigValidate> KIND = MessageKind.request(
        Layout.of("ExecConfigValidate", 16),
        DeviceClass.EXECUTIVE, Function.EXEC_CONFIG_VALIDATE, ExecConfigValidate::parse);

    private static ExecConfigValidate parse(MessageFrame frame) {
        return new ExecConfigValidate();
    }

    @Override
    public MessageKind<ExecConfigValidate> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
    }
}
