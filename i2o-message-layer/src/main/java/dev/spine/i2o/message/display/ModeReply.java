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
 * The screen. Immutable; any thread.
 *
 * <pre>
 *  w5  | height [31:16]          | width [15:0]                           |
 *  w6  | stride in bytes                                                  |
 *  w7  | windows [31:16] | bytes per pixel [15:8] | format code [7:0]     |
 * </pre>
 *
 * <p>Source: this project's display class.
 *
 * @param width pixels of a line
 * @param height lines
 * @param strideBytes from the first byte of a line to the first byte of the next
 * @param format code of a {@link PixelFormat}
 * @param bytesPerPixel as the format says
 * @param windows how many windows there can be
 */
public record ModeReply(int width, int height, int strideBytes, int format, int bytesPerPixel, int windows) implements Reply {
    /** Pixels of a line. */
    public static final Field WIDTH = Field.u16("Width", 20);
    /** Lines. */
    public static final Field HEIGHT = Field.u16("Height", 22);
    /** Bytes from line to line. */
    public static final Field STRIDE = Field.u32("Stride", 24);
    /** Code of a pixel format. */
    public static final Field FORMAT = Field.u8("Format", 28);
    /** Bytes of one pixel. */
    public static final Field BYTES_PER_PIXEL = Field.u8("BytesPerPixel", 29);
    /** How many windows there can be. */
    public static final Field WINDOWS = Field.u16("Windows", 30);
    /** Entry of the catalogue. */
    public static final MessageKind<ModeReply> KIND = MessageKind.reply(
        DisplayReply.layout("DisplayModeReply", 32, WIDTH, HEIGHT, STRIDE, FORMAT, BYTES_PER_PIXEL, WINDOWS),
        DeviceClass.DISPLAY, Function.PRIVATE, ModeReply::parse);

    /**
     * Reads the reply.
     *
     * @param frame a checked frame, a successful reply to this function
     * @return its values
     */
    public static ModeReply parse(MessageFrame frame) {
        return new ModeReply(WIDTH.get(frame), HEIGHT.get(frame), STRIDE.get(frame), FORMAT.get(frame), BYTES_PER_PIXEL.get(frame),
            WINDOWS.get(frame));
    }

    @Override
    public MessageKind<ModeReply> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame request, MessageFrame reply) {
        DisplayReply.begin(request, reply, KIND, RequestStatus.SUCCESS, DetailedStatus.SUCCESS);
        WIDTH.set(reply, width);
        HEIGHT.set(reply, height);
        STRIDE.set(reply, strideBytes);
        FORMAT.set(reply, format);
        BYTES_PER_PIXEL.set(reply, bytesPerPixel);
        WINDOWS.set(reply, windows);
    }
}
