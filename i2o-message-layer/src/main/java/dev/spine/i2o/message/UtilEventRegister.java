package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;

/**
 * Says which events of an object the initiator wants. Never answered itself: each event later makes one {@link EventReply}. A later request
 * of the same initiator replaces the mask; mask 0 ends it. One driver leaves the mask out, which counts as 0.
 *
 * <p>Source: I2O 1.5 events; SIG utility header.
 *
 * @param eventMask the events wanted, bits of {@link EventIndicator} or of the class
 */
public record UtilEventRegister(int eventMask) implements Request {
    private static final Field EVENT_MASK = Field.u32("EventMask", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<UtilEventRegister> KIND = MessageKind.request(
        Layout.of("UtilEventRegister", 20, EVENT_MASK),
        DeviceClass.ANY, Function.UTIL_EVENT_REGISTER, UtilEventRegister::parse);

    private static UtilEventRegister parse(MessageFrame frame) {
        return new UtilEventRegister(EVENT_MASK.get(frame));
    }

    @Override
    public MessageKind<UtilEventRegister> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        EVENT_MASK.set(frame, eventMask);
    }
}
