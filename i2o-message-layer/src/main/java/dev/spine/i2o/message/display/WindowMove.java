package dev.spine.i2o.message.display;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Gives a window another place or size. Needs the claim. Answered by {@link WindowReply} when nothing that was meant for the old place
 * can land any more. Immutable; any thread.
 *
 * <pre>
 *  w4  | organisation 0x7A5A     | function 0x0013         |
 *  w5  | window                                            |
 *  w6  | y, signed [31:16]       | x, signed [15:0]        |
 *  w7  | height [31:16]          | width [15:0]            |
 * </pre>
 *
 * <p>Source: this project's display class.
 *
 * @param window the window's number
 * @param x new left column on the screen, as in {@link WindowCreate}
 * @param y new upper line on the screen
 * @param width pixels, 1 to 32767
 * @param height lines, 1 to 32767
 */
public record WindowMove(int window, int x, int y, int width, int height) implements Request {
    /** The window's number. */
    public static final Field WINDOW = Field.u32("Window", 20);
    /** Left column on the screen, signed. */
    public static final Field X = Field.u16("X", 24);
    /** Upper line on the screen, signed. */
    public static final Field Y = Field.u16("Y", 26);
    /** Pixels. */
    public static final Field WIDTH = Field.u16("Width", 28);
    /** Lines. */
    public static final Field HEIGHT = Field.u16("Height", 30);
    /** Entry of the catalogue. */
    public static final MessageKind<WindowMove> KIND = MessageKind.request(
        PrivateHeader.layout("DisplayWindowMove", 32, WINDOW, X, Y, WIDTH, HEIGHT),
        DeviceClass.DISPLAY, Function.PRIVATE, WindowMove::parse);

    private static WindowMove parse(MessageFrame frame) {
        return new WindowMove(WINDOW.get(frame), (short) X.get(frame), (short) Y.get(frame), WIDTH.get(frame), HEIGHT.get(frame));
    }

    @Override
    public MessageKind<WindowMove> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        PrivateHeader.begin(frame, header, KIND, DisplayFunction.WINDOW_MOVE);
        WINDOW.set(frame, window);
        X.set(frame, x);
        Y.set(frame, y);
        WIDTH.set(frame, width);
        HEIGHT.set(frame, height);
    }
}
