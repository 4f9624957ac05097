package dev.spine.i2o.message.display;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Makes a window. Needs the claim. Answered by {@link WindowReply}, which has the window's number. Immutable; any thread.
 *
 * <pre>
 *  w4  | organisation 0x7A5A     | function 0x0011         |
 *  w5  | y, signed [31:16]       | x, signed [15:0]        |
 *  w6  | height [31:16]          | width [15:0]            |
 *  w7  | 0                       | shared with [15:0]      |
 * </pre>
 *
 * <p>Source: this project's display class.
 *
 * @param x left column on the screen, -32768 to 32767; even if the screen stores pixels in pairs
 * @param y upper line on the screen, -32768 to 32767
 * @param width pixels, 1 to 32767; even if the screen stores pixels in pairs
 * @param height lines, 1 to 32767
 * @param sharedWith the IOP_ID that may draw beside the claimer, {@link #SHARED_WITH_NOBODY} or {@link #SHARED_WITH_ANY}
 */
public record WindowCreate(int x, int y, int width, int height, int sharedWith) implements Request {
    /** Only the claimer draws. */
    public static final int SHARED_WITH_NOBODY = 0;
    /** Every IOP that is connected with the display may draw. */
    public static final int SHARED_WITH_ANY = 0xFFFF;
    /** The largest width or height. */
    public static final int MAX_SIZE = 0x7FFF;
    /** Left column on the screen, signed. */
    public static final Field X = Field.u16("X", 20);
    /** Upper line on the screen, signed. */
    public static final Field Y = Field.u16("Y", 22);
    /** Pixels. */
    public static final Field WIDTH = Field.u16("Width", 24);
    /** Lines. */
    public static final Field HEIGHT = Field.u16("Height", 26);
    /** Who may draw beside the claimer. */
    public static final Field SHARED_WITH = Field.u16("SharedWith", 28);
    /** Entry of the catalogue. */
    public static final MessageKind<WindowCreate> KIND = MessageKind.request(
        PrivateHeader.layout("DisplayWindowCreate", 32, X, Y, WIDTH, HEIGHT, SHARED_WITH),
        DeviceClass.DISPLAY, Function.PRIVATE, WindowCreate::parse);

    private static WindowCreate parse(MessageFrame frame) {
        return new WindowCreate((short) X.get(frame), (short) Y.get(frame), WIDTH.get(frame), HEIGHT.get(frame), SHARED_WITH.get(frame));
    }

    @Override
    public MessageKind<WindowCreate> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        PrivateHeader.begin(frame, header, KIND, DisplayFunction.WINDOW_CREATE);
        X.set(frame, x);
        Y.set(frame, y);
        WIDTH.set(frame, width);
        HEIGHT.set(frame, height);
        SHARED_WITH.set(frame, sharedWith);
    }
}
