package dev.spine.i2o.message.ddm;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * The DDM is to suspend itself.
 *
 * <p>Source: I2O DDM class; IRTOS DDM library header.
 */
public record DdmSelfSuspend() implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<DdmSelfSuspend> KIND = MessageKind.request(
        Layout.of("DdmSelfSuspend", 16),
        DeviceClass.DDM, Function.DDM_SELF_SUSPEND, DdmSelfSuspend::parse);

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static DdmSelfSuspend parse(MessageFrame frame) {
        return new DdmSelfSuspend();
    }

    @Override
    public MessageKind<DdmSelfSuspend> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
    }
}
