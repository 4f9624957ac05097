package dev.spine.i2o.message.ddm;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * External operation begins.
 *
 * <p>Source: I2O DDM class; IRTOS DDM library header.
 */
public record DdmSystemEnable() implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<DdmSystemEnable> KIND = MessageKind.request(
        Layout.of("DdmSystemEnable", 16),
        DeviceClass.DDM, Function.DDM_SYSTEM_ENABLE, DdmSystemEnable::parse);

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static DdmSystemEnable parse(MessageFrame frame) {
        return new DdmSystemEnable();
    }

    @Override
    public MessageKind<DdmSystemEnable> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
    }
}
