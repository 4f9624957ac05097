package dev.spine.peer.forward;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.PrivateMessage;
import java.util.List;

/**
 * Asks a forwarder to forward a stream. Answered when the display is connected, or will not be. Any thread.
 *
 * <pre>
 *  w4  | organisation [31:16] | 0x0021 [15:0] |
 *  w5  UDP port
 *  w6  | TID of the display [27:16] | IOP_ID of its IOP [11:0] |
 *  w7  window
 *  w8  code of the stream's pixel format
 * </pre>
 * An ordinary reply. Detailed status on refusal: 0x11 a value is impossible; 0x1B the port is forwarded already; 0x06 all streams are in
 * use; 0x1C the card has no packet port, or the display cannot be connected.
 *
 * @param udpPort destination port of the packets, 0 to 65535
 * @param iopId IOP_ID of the display's IOP, 12 bits
 * @param displayTid TID of the display on its IOP
 * @param window number of a window that is shared with the forwarder's IOP
 * @param format code of a {@link dev.spine.i2o.message.display.PixelFormat} that a stream can have
 */
public record ForwardStart(int udpPort, int iopId, int displayTid, int window, int format) {
    /** XFunctionCode of the request. */
    public static final int CODE = 0x0021;
    /** Destination port of the packets. */
    public static final Field UDP_PORT = Field.u16("UdpPort", 20);
    /** IOP_ID of the display's IOP. */
    public static final Field IOP_ID = Field.bits("IOP_ID", 24, 11, 0);
    /** TID of the display. */
    public static final Field DISPLAY = Field.bits("Display", 24, 27, 16);
    /** The window's number. */
    public static final Field WINDOW = Field.u32("Window", 28);
    /** Code of the pixel format. */
    public static final Field FORMAT = Field.u8("Format", 32);
    /** The fields of the request. */
    public static final Layout LAYOUT = Layout.of("ForwardStart", 36, UDP_PORT, IOP_ID, DISPLAY, WINDOW, FORMAT);

    /**
     * Reads the request.
     *
     * @param frame a checked frame with this function
     * @return its values; what the sender left out is 0
     */
    public static ForwardStart parse(MessageFrame frame) {
        return new ForwardStart(UDP_PORT.get(frame), IOP_ID.get(frame), DISPLAY.get(frame), WINDOW.get(frame), FORMAT.get(frame));
    }

    /** {@return the message to send} */
    public PrivateMessage message() {
        return new PrivateMessage(OrganizationId.SPINE, CODE, List.of(udpPort, displayTid << 16 | iopId, window, format), List.of());
    }
}
