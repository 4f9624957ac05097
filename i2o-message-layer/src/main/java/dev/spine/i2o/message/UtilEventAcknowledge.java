package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import java.util.List;

/**
 * Acknowledges an event: a driver sends the report back with this function. Answered by {@link EventAcknowledgeReply}.
 *
 * <p>Source: I2O 1.5 events; SIG utility header.
 *
 * @param indicator the event
 * @param data event data, 0 or more words
 */
public record UtilEventAcknowledge(int indicator, List<Integer> data) implements Request {
    private static final Field INDICATOR = Field.u32("EventIndicator", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<UtilEventAcknowledge> KIND = MessageKind.request(
        Layout.of("UtilEventAcknowledge", 20, INDICATOR),
        DeviceClass.ANY, Function.UTIL_EVENT_ACKNOWLEDGE, UtilEventAcknowledge::parse);

    /** Copies the data. */
    public UtilEventAcknowledge {
        data = List.copyOf(data);
    }

    private static UtilEventAcknowledge parse(MessageFrame frame) {
        return new UtilEventAcknowledge(INDICATOR.get(frame), Words.read(frame, KIND.minWords(), frame.sizeWords()));
    }

    @Override
    public MessageKind<UtilEventAcknowledge> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + data.size();
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        INDICATOR.set(frame, indicator);
        Words.write(frame, KIND.minWords(), data);
    }
}
