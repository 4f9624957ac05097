package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Ends external operation and empties the input queues; the IOP goes to HOLD, the outbound queue and the LCT stay. Answered when done.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 */
public record ExecIopClear() implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<ExecIopClear> KIND = MessageKind.request(
        Layout.of("ExecIopClear", 16),
        DeviceClass.EXECUTIVE, Function.EXEC_IOP_CLEAR, ExecIopClear::parse);

    private static ExecIopClear parse(MessageFrame frame) {
        return new ExecIopClear();
    }

    @Override
    public MessageKind<ExecIopClear> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
    }
}
