package dev.spine.i2o.message.display;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Asks for the geometry and pixel format of the screen. Anyone may. Answered by {@link ModeReply}. Immutable; any thread.
 *
 * <p>Source: this project's display class.
 */
public record ModeGet() implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<ModeGet> KIND = MessageKind.request(
        PrivateHeader.layout("DisplayModeGet", 20), DeviceClass.DISPLAY, Function.PRIVATE, ModeGet::parse);

    private static ModeGet parse(MessageFrame frame) {
        return new ModeGet();
    }

    @Override
    public MessageKind<ModeGet> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        PrivateHeader.begin(frame, header, KIND, DisplayFunction.MODE_GET);
    }
}
