package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;

/**
 * Says which events of an object the initiator wants. Never answered itself: each event later makes one {@link EventReply}. A later request
 * of the same initiator replaces the mask; mask 0 ends it. One driver leaves the mask out, which counts as 0. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 events; SIG utility header.
 *
 * @param eventMask the events wanted, bits of {@link EventIndicator} or of the class
 */
public record UtilEventRegister(int eventMask) implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<UtilEventRegister> KIND = MessageKind.of(UtilEventRegister.class,
        "UtilEventRegister", 20, DeviceClass.ANY, Function.UTIL_EVENT_REGISTER, Field.u32("EventMask", 16));
}
