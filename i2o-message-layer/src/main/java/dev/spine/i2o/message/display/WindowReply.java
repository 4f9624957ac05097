package dev.spine.i2o.message.display;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;

/**
 * A window after it was made or moved. Immutable; any thread.
 *
 * <pre>
 *  w5  | window                                                           |
 *  w6  | visible top [31:16]     | visible left [15:0]                    |
 *  w7  | visible height [31:16]  | visible width [15:0]                   |
 * </pre>
 *
 * <p>Source: this project's display class.
 *
 * @param window its number
 * @param visibleLeft first visible column, in window pixels
 * @param visibleTop first visible line, in window pixels
 * @param visibleWidth visible columns; 0 if the window lies outside the screen
 * @param visibleHeight visible lines; 0 if the window lies outside the screen
 */
public record WindowReply(int window, int visibleLeft, int visibleTop, int visibleWidth, int visibleHeight) implements Reply {
    /** The window's number. */
    public static final Field WINDOW = Field.u32("Window", 20);
    /** First visible column, in window pixels. */
    public static final Field VISIBLE_LEFT = Field.u16("VisibleLeft", 24);
    private static final Field VISIBLE_TOP = Field.u16("VisibleTop", 26);
    /** Visible columns. */
    public static final Field VISIBLE_WIDTH = Field.u16("VisibleWidth", 28);
    /** Visible lines. */
    public static final Field VISIBLE_HEIGHT = Field.u16("VisibleHeight", 30);
    /** Entry of the catalogue. */
    public static final MessageKind<WindowReply> KIND = MessageKind.reply(
        DisplayReply.layout("DisplayWindowReply", 32, WINDOW, VISIBLE_LEFT, VISIBLE_TOP, VISIBLE_WIDTH, VISIBLE_HEIGHT),
        DeviceClass.DISPLAY, Function.PRIVATE, WindowReply::parse);

    /**
     * Reads the reply.
     *
     * @param frame a checked frame, a successful reply to this function
     * @return its values
     */
    public static WindowReply parse(MessageFrame frame) {
        return new WindowReply(WINDOW.get(frame), VISIBLE_LEFT.get(frame), VISIBLE_TOP.get(frame), VISIBLE_WIDTH.get(frame),
            VISIBLE_HEIGHT.get(frame));
    }

    @Override
    public MessageKind<WindowReply> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        DisplayReply.begin(request, reply, KIND, RequestStatus.SUCCESS, DetailedStatus.SUCCESS);
        WINDOW.set(reply, window);
        VISIBLE_LEFT.set(reply, visibleLeft);
        VISIBLE_TOP.set(reply, visibleTop);
        VISIBLE_WIDTH.set(reply, visibleWidth);
        VISIBLE_HEIGHT.set(reply, visibleHeight);
    }
}
