package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;

/**
 * A utility request that is its function alone. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header.
 *
 * @param kind which of them
 */
public record UtilCommand(MessageKind<UtilCommand> kind) implements Request {
    /** Reserves a device for the initiator: until it is released, requests of other users that use the device are refused. */
    public static final MessageKind<UtilCommand> DEVICE_RESERVE = MessageKind.of(UtilCommand.class, "UtilDeviceReserve", 16,
        DeviceClass.ANY, Function.UTIL_DEVICE_RESERVE);
    /** Ends a reservation. */
    public static final MessageKind<UtilCommand> DEVICE_RELEASE = MessageKind.of(UtilCommand.class, "UtilDeviceRelease", 16,
        DeviceClass.ANY, Function.UTIL_DEVICE_RELEASE);
    /** Locks a device: until the lock is released, other users are refused. */
    public static final MessageKind<UtilCommand> LOCK = MessageKind.of(UtilCommand.class, "UtilLock", 16,
        DeviceClass.ANY, Function.UTIL_LOCK);
    /** Ends a lock; the other users that registered for it get the event LOCK_RELEASE. */
    public static final MessageKind<UtilCommand> LOCK_RELEASE = MessageKind.of(UtilCommand.class, "UtilLockRelease", 16,
        DeviceClass.ANY, Function.UTIL_LOCK_RELEASE);

    @Override
    public String toString() {
        return kind.text(this);
    }
}
