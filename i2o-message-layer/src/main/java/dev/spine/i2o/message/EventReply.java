package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.layout.Field;
import java.util.List;

/**
 * The report of one event: a reply to {@link UtilEventRegister} without the flag LAST, because more may follow. Byte 19 is part of the
 * indicator, not a status. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 events; SIG utility header.
 *
 * @param indicator exactly one bit of {@link EventIndicator} or of the class
 * @param data event data, 0 or more words
 */
public record EventReply(int indicator, List<Integer> data) implements Reply {
    /** Entry of the catalogue. */
    public static final MessageKind<EventReply> KIND = MessageKind.of(EventReply.class, "UtilEventRegisterReply", 20,
        DeviceClass.ANY, Function.UTIL_EVENT_REGISTER, Field.u32("EventIndicator", 16));

    /** Copies the data. */
    public EventReply {
        data = List.copyOf(data);
    }

    @Override
    public int headerFlags() {
        return MessageFlags.REPLY;
    }
}
