package dev.spine.i2o.message.ddm;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * The attach phase of the boot is finished up to a level.
 *
 * <p>Source: I2O DDM class; IRTOS DDM library header.
 *
 * @param notificationLevel the level
 */
public record DdmAttachComplete(int notificationLevel) implements Request {
    /** The level. */
    public static final Field NOTIFICATION_LEVEL = Field.u8("NotificationLevel", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<DdmAttachComplete> KIND = MessageKind.request(
        Layout.of("DdmAttachComplete", 20, NOTIFICATION_LEVEL),
        DeviceClass.DDM, Function.DDM_ATTACH_COMPLETE, DdmAttachComplete::parse);

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static DdmAttachComplete parse(MessageFrame frame) {
        return new DdmAttachComplete(NOTIFICATION_LEVEL.get(frame));
    }

    @Override
    public MessageKind<DdmAttachComplete> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        NOTIFICATION_LEVEL.set(frame, notificationLevel);
    }
}
