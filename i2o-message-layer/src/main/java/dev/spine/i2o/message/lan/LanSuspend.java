package dev.spine.i2o.message.lan;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Suspends a LAN device; until its reset it answers every class message with an error. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 LAN class; SIG LAN header.
 *
 * @param resourceFlags 0x0001 to get posted buckets back, 0x0002 to get pending transmits back
 */
public record LanSuspend(int resourceFlags) implements Request {
    /** Resource flag: return the posted buckets. */
    public static final int RETURN_BUCKETS = 0x0001;
    /** Resource flag: return the pending transmits. */
    public static final int RETURN_TRANSMITS = 0x0002;
    /** Entry of the catalogue. */
    public static final MessageKind<LanSuspend> KIND = MessageKind.of(LanSuspend.class, "LanSuspend", 20,
        DeviceClass.LAN, Function.LAN_SUSPEND, Field.u16("ResourceFlags", 18));
}
