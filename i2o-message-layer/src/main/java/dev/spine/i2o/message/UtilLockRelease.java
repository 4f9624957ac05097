package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;

/**
 * Ends a lock; the other users that registered for it get the event LOCK_RELEASE.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header.
 */
public record UtilLockRelease() implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<UtilLockRelease> KIND = MessageKind.request(
        Layout.of("UtilLockRelease", 16),
        DeviceClass.ANY, Function.UTIL_LOCK_RELEASE, UtilLockRelease::parse);

    private static UtilLockRelease parse(MessageFrame frame) {
        return new UtilLockRelease();
    }

    @Override
    public MessageKind<UtilLockRelease> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
    }
}
