package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;

/**
 * Locks a device: until the lock is released, other users are refused.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header.
 */
public record UtilLock() implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<UtilLock> KIND = MessageKind.request(
        Layout.of("UtilLock", 16),
        DeviceClass.ANY, Function.UTIL_LOCK, UtilLock::parse);

    private static UtilLock parse(MessageFrame frame) {
        return new UtilLock();
    }

    @Override
    public MessageKind<UtilLock> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
    }
}
