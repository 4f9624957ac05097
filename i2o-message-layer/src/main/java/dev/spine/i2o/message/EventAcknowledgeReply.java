package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import java.util.List;

/**
 * The answer to {@link UtilEventAcknowledge}: the same fields again. Byte 19 is part of the indicator, not a status. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 events; SIG utility header.
 *
 * @param indicator the event
 * @param data event data, 0 or more words
 */
public record EventAcknowledgeReply(int indicator, List<Integer> data) implements Reply {
    /** Entry of the catalogue. */
    public static final MessageKind<EventAcknowledgeReply> KIND = MessageKind.of(EventAcknowledgeReply.class,
        "UtilEventAcknowledgeReply", 20, DeviceClass.ANY, Function.UTIL_EVENT_ACKNOWLEDGE,
        Field.u32("EventIndicator", 16));

    /** Copies the data. */
    public EventAcknowledgeReply {
        data = List.copyOf(data);
    }
}
