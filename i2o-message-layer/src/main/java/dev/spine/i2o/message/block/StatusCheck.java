package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Asks whether the device is ready; the answer is its status alone.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 */
public record StatusCheck() implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<StatusCheck> KIND = MessageKind.request(
        Layout.of("StatusCheck", 16),
        DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_STATUS_CHECK, StatusCheck::parse);

    private static StatusCheck parse(MessageFrame frame) {
        return new StatusCheck();
    }

    @Override
    public MessageKind<StatusCheck> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
    }
}
