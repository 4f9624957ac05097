package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import java.util.List;

/**
 * Acknowledges an event: a driver sends the report back with this function. Answered by {@link EventAcknowledgeReply}.
 * Immutable; any thread.
 *
 * <p>Source: I2O 1.5 events; SIG utility header.
 *
 * @param indicator the event
 * @param data event data, 0 or more words
 */
public record UtilEventAcknowledge(int indicator, List<Integer> data) implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<UtilEventAcknowledge> KIND = MessageKind.of(UtilEventAcknowledge.class,
        "UtilEventAcknowledge", 20, DeviceClass.ANY, Function.UTIL_EVENT_ACKNOWLEDGE, Field.u32("EventIndicator", 16));

    /** Copies the data. */
    public UtilEventAcknowledge {
        data = List.copyOf(data);
    }
}
