package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import java.util.List;

/**
 * The report of one event: a reply to {@link UtilEventRegister} without the flag LAST, because more may follow. Byte 19 is part of the
 * indicator, not a status.
 *
 * <p>Source: I2O 1.5 events; SIG utility header.
 *
 * @param indicator exactly one bit of {@link EventIndicator} or of the class
 * @param data event data, 0 or more words
 */
public record EventReply(int indicator, List<Integer> data) implements Reply {
    /** The event. */
    public static final Field INDICATOR = Field.u32("EventIndicator", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<EventReply> KIND = MessageKind.reply(
        Layout.of("UtilEventRegisterReply", 20, INDICATOR),
        DeviceClass.ANY, Function.UTIL_EVENT_REGISTER, EventReply::parse);

    /** Copies the data. */
    public EventReply {
        data = List.copyOf(data);
    }

    /**
     * Reads the report.
     *
     * @param frame a checked frame, a reply with this function
     * @return its values
     */
    public static EventReply parse(MessageFrame frame) {
        return new EventReply(INDICATOR.get(frame), Words.read(frame, KIND.minWords(), frame.sizeWords()));
    }

    @Override
    public MessageKind<EventReply> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + data.size();
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        KIND.beginReply(request, reply, sizeWords(), MessageFlags.REPLY, 0);
        INDICATOR.set(reply, indicator);
        Words.write(reply, KIND.minWords(), data);
    }
}
