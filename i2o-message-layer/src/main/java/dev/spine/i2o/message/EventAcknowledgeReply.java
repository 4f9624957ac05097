package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import java.util.List;

/**
 * The answer to {@link UtilEventAcknowledge}: the same fields again. Byte 19 is part of the indicator, not a status.
 *
 * <p>Source: I2O 1.5 events; SIG utility header.
 *
 * @param indicator the event
 * @param data event data, 0 or more words
 */
public record EventAcknowledgeReply(int indicator, List<Integer> data) implements Reply {
    private static final Field INDICATOR = Field.u32("EventIndicator", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<EventAcknowledgeReply> KIND = MessageKind.reply(
        Layout.of("UtilEventAcknowledgeReply", 20, INDICATOR),
        DeviceClass.ANY, Function.UTIL_EVENT_ACKNOWLEDGE, EventAcknowledgeReply::parse);

    /** Copies the data. */
    public EventAcknowledgeReply {
        data = List.copyOf(data);
    }

    private static EventAcknowledgeReply parse(MessageFrame frame) {
        return new EventAcknowledgeReply(INDICATOR.get(frame), Words.read(frame, KIND.minWords(), frame.sizeWords()));
    }

    @Override
    public MessageKind<EventAcknowledgeReply> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + data.size();
    }

    @Override
    public void emit(MessageFrame request, MessageFrame frame) {
        KIND.beginReply(request, frame, sizeWords(), MessageFlags.FINAL_REPLY, 0);
        INDICATOR.set(frame, indicator);
        Words.write(frame, KIND.minWords(), data);
    }
}
