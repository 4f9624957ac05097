package dev.spine.i2o.message.display;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Ends a window. Needs the claim. Answered by an ordinary reply when nothing that was meant for it can land any more; its number is never
 * used again before many others were. Immutable; any thread.
 *
 * <pre>
 *  w4  | organisation 0x7A5A     | function 0x0015         |
 *  w5  | window                                            |
 * </pre>
 *
 * <p>Source: this project's display class.
 *
 * @param window the window's number
 */
public record WindowDestroy(int window) implements Request {
    private static final Field WINDOW = Field.u32("Window", 20);
    /** Entry of the catalogue. */
    public static final MessageKind<WindowDestroy> KIND = MessageKind.request(
        PrivateHeader.layout("DisplayWindowDestroy", 24, WINDOW), DeviceClass.DISPLAY, Function.PRIVATE, WindowDestroy::parse);

    private static WindowDestroy parse(MessageFrame frame) {
        return new WindowDestroy(WINDOW.get(frame));
    }

    @Override
    public MessageKind<WindowDestroy> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        PrivateHeader.begin(frame, header, KIND, DisplayFunction.WINDOW_DESTROY);
        WINDOW.set(frame, window);
    }
}
