package dev.spine.i2o.message.lan;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Suspends a LAN device; until its reset it answers every class message with an error.
 *
 * <p>Source: I2O 1.5 LAN class; SIG LAN header.
 *
 * @param resourceFlags 0x0001 to get posted buckets back, 0x0002 to get pending transmits back
 */
public record LanSuspend(int resourceFlags) implements Request {
    private static final Field RESOURCE_FLAGS = Field.u16("ResourceFlags", 18);
    /** Resource flag: return the posted buckets. */
    public static final int RETURN_BUCKETS = 0x0001;
    /** Resource flag: return the pending transmits. */
    public static final int RETURN_TRANSMITS = 0x0002;
    /** Entry of the catalogue. */
    public static final MessageKind<LanSuspend> KIND = MessageKind.request(
        Layout.of("LanSuspend", 20, RESOURCE_FLAGS),
        DeviceClass.LAN, Function.LAN_SUSPEND, LanSuspend::parse);

    private static LanSuspend parse(MessageFrame frame) {
        return new LanSuspend(RESOURCE_FLAGS.get(frame));
    }

    @Override
    public MessageKind<LanSuspend> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        RESOURCE_FLAGS.set(frame, resourceFlags);
    }
}
